import type { Author } from '../api/authors.ts'
import { Avatar } from './Avatar.tsx'

/** Who made something: a picture and a name; nothing where it is not known. */
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
