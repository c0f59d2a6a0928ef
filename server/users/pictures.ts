import { createHash } from 'node:crypto'
import type { Fragment, Reader, Tx } from '../database/database.ts'

/** The URL of the picture of a user called `u`, for the console; null without a picture. */
export function pictureAddress(db: Reader): Fragment {
  return db`case when u.picture_version is not null
    then '/console/api/users/' || u.user_id || '/picture?v=' || u.picture_version end`
}

/** Sets or removes the picture of a user. */
export async function setPicture(tx: Tx, userId: string, picture: Buffer | null): Promise<void> {
  const version = picture && createHash('sha256').update(picture).digest('hex').slice(0, 12)
  await tx`update users set picture = ${picture}, picture_version = ${version} where user_id = ${userId}`
}

export async function findPicture(db: Reader, userId: string): Promise<Buffer | undefined> {
  const [row] = await db<{ picture: Buffer }[]>`
    select picture from users where user_id = ${userId} and picture is not null`
  return row?.picture
}
