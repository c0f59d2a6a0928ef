import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { keys } from '../api/keys.ts'
import { listQuery, readQuery } from '../api/lists.ts'
import type { Shape } from '../api/schema.ts'
import { unreadQuery } from '../api/unread.ts'
import { confirm } from '../ui/ConfirmDialog.tsx'
import { attempt, notify, notifyFailure, notifyProblem } from '../ui/notify.tsx'

export type Notice = Shape<'Notice'>
export type Channel = Shape<'NoticeChannel'>
export type ConsoleChannel = Shape<'ConsoleChannel'>
type ChannelInput = Shape<'NoticeChannelInput'>

const pollMs = 5_000

export function noticesQuery() {
  return listQuery<Notice>(keys.notices.all, (page, signal) => api.notices.list(page, { signal }), pollMs)
}

export function useMarkRead() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (upTo: string) => api.notices.markRead({ upTo }),
    onSuccess: (unread) => client.setQueryData(unreadQuery.queryKey, unread),
  })
}

export const channelsQuery = readQuery(keys.notices.channels, (call) => api.noticeChannels.list(call))

/** The notices that the console shows; everyone can read this setting. */
export const consoleChannelQuery = readQuery(keys.notices.consoleChannel, (call) =>
  api.noticeChannels.getConsole(call),
)

/** Creates a channel, or changes one. */
export function useSaveChannel(channelId: string | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, ...fields }: ChannelInput) =>
      channelId === undefined
        ? api.noticeChannels.create({ kind, ...fields })
        : api.noticeChannels.update(channelId, fields),
    onSuccess: () => client.invalidateQueries({ queryKey: channelsQuery.queryKey }),
  })
}

export function useSaveConsoleChannel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ConsoleChannel) => api.noticeChannels.updateConsole(body),
    onSuccess: (saved) => {
      client.setQueryData(consoleChannelQuery.queryKey, saved)
      return client.invalidateQueries({ queryKey: channelsQuery.queryKey })
    },
  })
}

export function useDeleteChannel() {
  const client = useQueryClient()
  return async (channelId: string, name: string): Promise<boolean> => {
    const isSure = await confirm({
      title: `Remove ${name}?`,
      body: 'Notices waiting to be sent there are discarded.',
      action: 'Remove channel',
      danger: true,
    })
    if (!isSure) return false
    return await attempt(async () => {
      await api.noticeChannels.delete(channelId)
      await client.invalidateQueries({ queryKey: channelsQuery.queryKey })
    }, 'Channel removed')
  }
}

export function useTestChannel() {
  return useMutation({
    mutationFn: (channelId: string) => api.noticeChannels.test(channelId),
    onSuccess: ({ success, message }) =>
      success ? notify('Test sent') : notifyFailure('The test did not arrive', message),
    onError: notifyProblem,
  })
}
