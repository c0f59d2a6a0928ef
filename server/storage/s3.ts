import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { Config } from '../config/config.ts'
import { type ByteRange, placeParts, type Storage, type StorageLocation, variants } from './storage.ts'

/** Files in a bucket of S3 or a compatible store. */
export class S3Storage implements Storage {
  readonly #client: S3Client
  readonly #bucket: string

  constructor({ bucket, region, endpoint, accessKeyId, secretAccessKey }: NonNullable<Config['s3']>) {
    this.#bucket = bucket
    this.#client = new S3Client({
      region,
      // Stores other than Amazon's rarely support a host name per bucket or newer checksums.
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
      // The caller reports failures; the client would print them as well.
      logger: { debug() {}, info() {}, warn() {}, error() {} },
      requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
    })
  }

  /** The client does not retry streams, so this does. */
  async put(place: StorageLocation, path: string) {
    const { size } = await stat(path)
    for (let triesLeft = 2; ; triesLeft--) {
      const body = createReadStream(path)
      try {
        const command = { ...this.#object(place), Body: body, ContentLength: size }
        await this.#client.send(new PutObjectCommand(command))
        return
      } catch (error) {
        body.destroy()
        if (triesLeft === 0) throw error
      }
    }
  }

  async read(place: StorageLocation, range?: ByteRange) {
    try {
      const { Body } = await this.#client.send(
        new GetObjectCommand({
          ...this.#object(place),
          Range: range && `bytes=${range.start}-${range.end}`,
        }),
      )
      return Body as Readable
    } catch (error) {
      if (['NoSuchKey', 'NotFound'].includes((error as Error).name)) return undefined
      throw error
    }
  }

  async remove(file: Omit<StorageLocation, 'variant'>) {
    for (const variant of variants)
      await this.#client.send(new DeleteObjectCommand(this.#object({ ...file, variant })))
  }

  close() {
    this.#client.destroy()
  }

  #object(place: StorageLocation) {
    return { Bucket: this.#bucket, Key: placeParts(place).join('/') }
  }
}
