import { oneOf, reader, text } from '../ui/address.ts'

export const readNotices = reader({
  /** Notices if omitted. */
  tab: oneOf(['channels']),
  /** The channel whose panel is open, `console`, or `new`. */
  channel: text,
})
export type NoticesSearch = ReturnType<typeof readNotices>
