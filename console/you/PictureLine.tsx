import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { consoleHeaders, send } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { callConsole } from '../api/own.ts'
import type { Profile } from '../api/profile.ts'
import { sessionQuery } from '../api/session.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { useAccountAction } from './queries.ts'

const side = 480

/** The profile picture, or else the initials, with buttons to upload and remove it. */
export function PictureLine({ profile }: { profile: Profile }) {
  const { name, email, picture } = profile
  const client = useQueryClient()
  const run = useAccountAction()
  const input = useRef<HTMLInputElement>(null)
  const change = async (work: () => Promise<unknown>) => {
    await run(work)
    await client.invalidateQueries(sessionQuery)
    await client.invalidateQueries({ queryKey: keys.team.all })
  }
  return (
    <div className="flex items-center gap-4">
      <Avatar name={name || email || '?'} picture={picture} size={56} />
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label="Picture"
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void change(() => upload(file))
          target.value = ''
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => input.current?.click()}>
          {picture ? 'Change picture' : 'Upload a picture'}
        </Button>
        {picture && (
          <Button look="quiet" onClick={() => void change(() => callConsole('DELETE', '/user/picture'))}>
            Remove
          </Button>
        )}
      </div>
    </div>
  )
}

/** Uploads the central square only, so that a photo of any size is a small upload. */
async function upload(file: File): Promise<void> {
  const body = await cutSquare(file)
  const headers = { ...consoleHeaders, 'content-type': body.type }
  await send('/console/api/user/picture', { method: 'PUT', headers, body })
}

async function cutSquare(file: File): Promise<Blob> {
  const image = await createImageBitmap(file).catch(() => undefined)
  // An invalid image is uploaded unchanged, so that the service returns its error.
  if (!image) return file
  const length = Math.min(image.width, image.height)
  const canvas = new OffscreenCanvas(side, side)
  const [left, top] = [(image.width - length) / 2, (image.height - length) / 2]
  canvas.getContext('2d')?.drawImage(image, left, top, length, length, 0, 0, side, side)
  return await canvas.convertToBlob({ type: 'image/png' })
}
