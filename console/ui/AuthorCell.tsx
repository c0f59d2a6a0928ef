import type { Author } from '../api/authors.ts'
import { Avatar } from './Avatar.tsx'

/** An object's author with picture and name; empty if unknown. */
export function AuthorCell({ author, size = 20 }: { author: Author | undefined; size?: number }) {
  if (!author?.name) return null
  const words = author.isAgent ? `Agent for ${author.name}` : author.name
  return (
    <span className="flex min-w-0 items-center gap-2" title={words}>
      <Avatar name={author.name} picture={author.picture} size={size} />
      <span className="truncate">{words}</span>
    </span>
  )
}
