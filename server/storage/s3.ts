import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { Config } from '../config/config.ts'
import { type ByteRange, placeParts, type Storage, type StorageLocation, variants } from './storage.ts'

/** Larger files are sent in parts of this size. Stores accept parts from 5 MiB on. */
export const partSize = 8 * 1024 * 1024

type S3Object = { Bucket: string; Key: string }
type ObjectContent = { Body: Readable; ContentLength: number }

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

  async put(place: StorageLocation, path: string) {
    const { size } = await stat(path)
    const object = this.#object(place)
    if (size > partSize) return await this.#putParts(object, path, size)
    await withBody(path, 0, size, (body) => this.#client.send(new PutObjectCommand({ ...object, ...body })))
  }

  /** Sends one part after another, each streamed from the disk. A failed part is resent, not the whole file. */
  async #putParts(object: S3Object, path: string, size: number) {
    const { UploadId } = await this.#client.send(new CreateMultipartUploadCommand(object))
    const upload = { ...object, UploadId }
    try {
      const Parts: { PartNumber: number; ETag: string | undefined }[] = []
      for (let start = 0; start < size; start += partSize) {
        const PartNumber = Parts.length + 1
        const { ETag } = await withBody(path, start, Math.min(size, start + partSize), (body) =>
          this.#client.send(new UploadPartCommand({ ...upload, PartNumber, ...body })),
        )
        Parts.push({ PartNumber, ETag })
      }
      await this.#client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
    } catch (error) {
      // Parts of an unfinished upload cost as much as files and would never be removed.
      await this.#client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
      throw error
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

  #object(place: StorageLocation): S3Object {
    return { Bucket: this.#bucket, Key: placeParts(place).join('/') }
  }
}

/** Sends a range of a file. The client does not retry streams, so this does. */
async function withBody<Result>(
  path: string,
  start: number,
  end: number,
  send: (body: ObjectContent) => Promise<Result>,
): Promise<Result> {
  for (let triesLeft = 2; ; triesLeft--) {
    const Body = start < end ? createReadStream(path, { start, end: end - 1 }) : Readable.from([])
    try {
      return await send({ Body, ContentLength: end - start })
    } catch (error) {
      Body.destroy()
      if (triesLeft === 0) throw error
    }
  }
}
