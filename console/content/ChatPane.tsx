import { useMemo, useState } from 'react'
import { Chat } from '../chat/Chat.tsx'
import { Composer } from '../chat/Composer.tsx'
import type { Block, Document } from '../documents/document.ts'
import { examplesFor } from '../documents/examples.ts'
import type { Element } from '../documents/stage.ts'
import { useShortcut } from '../ui/shortcuts.ts'
import type { BaseChat } from './baseChat.ts'

type Props = {
  chat: BaseChat
  document: Document
  /** The block that the next message is about; undefined for the whole page. */
  chosen: Block | undefined
  canEdit: boolean
  onReveal: (blockId: string) => void
  onRelease: () => void
}

/** The conversation with the agent about the page itself. */
export function ChatPane({ chat, document, chosen, canEdit, onReveal, onRelease }: Props) {
  const [text, setText] = useState('')
  const chosenId = chosen?.id
  const element = useMemo(
    (): Element | null => (chosenId === undefined ? null : { blockId: chosenId, text: '' }),
    [chosenId],
  )
  const onStop = chat.isBusy ? chat.stop : undefined
  useShortcut('mod+.', () => onStop?.(), onStop !== undefined)
  const send = (message: string) => {
    if (chat.isBusy) return
    chat.send(message.trim(), element)
    setText('')
  }
  return (
    <Chat
      exchanges={chat.exchanges}
      isLoading={false}
      hasEarlier={false}
      isLoadingEarlier={false}
      onEarlier={() => {}}
      sentCount={chat.sentCount}
      isConnected
      hint="Audiences keep their current version until you publish."
      suggestions={examplesFor(document, { isForSomebody: false })}
      onSuggest={canEdit ? send : undefined}
      actions={{
        document,
        onReveal,
        onStop,
        onSendAgain: chat.sendAgain,
        onSend: canEdit ? send : undefined,
      }}
    >
      {canEdit ? (
        <Composer
          text={text}
          onText={setText}
          onSend={() => send(text)}
          onStop={onStop}
          element={element}
          document={document}
          onRelease={onRelease}
          onEdit={undefined}
          autoFocus
        />
      ) : (
        <p className="rounded-lg bg-sunken px-3 py-2.5 text-sm text-quiet">
          Chat is unavailable while you can’t edit this page.
        </p>
      )}
    </Chat>
  )
}
