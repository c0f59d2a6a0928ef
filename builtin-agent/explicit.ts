/* Whether a message has a word for a removal, for a shorter text, or for several things. */

/** Words that make a removal no surprise, in any context. */
const plainRemoval =
  /\b(?:remov\w*|delet\w*|drop\w*|cut\w*|tak(?:e[ns]?|ing) |took|los[et]\w*|losing|rid|kill\w*|scrap\w*|hid\w*|ditch\w*|strip\w*|clear\w*|skip\w*|leav\w*|omit\w*|axe\w*|eliminat\w*|eras\w*|trash\w*|wip\w*|undo|undone|revert\w*|restor\w*|merg\w*|combin\w*|replac\w*|swap\w*|nix|kick\w*|disappear\w*|invisible|redo\w*|same)\b/i
/** Words that indicate a removal only if the message asks for no addition. */
const otherRemoval =
  /\b(?:without|no|not|\w+n['’]?t|out|off|away|gone|go|goes|bin|back|version|only|just|unnecessary|redundant|instead|except|none|nothing|less|fewer|too)\b/i
const more = /\b(?:(?<!any |no )more|another|additional|extra|add\w*)\b/i
const shorter =
  /\b(?:short\w*|trim\w*|tight\w*|brief\w*|concise|crisp\w*|snapp\w*|reduc\w*|condens\w*|compress\w*|simpl\w*|punch\w*|words?|characters?|sentences?|less|length|long|end\w*|stop\w*|first|last)\b/i
const several =
  /\b(?:all|every\w*|each|any|both|whole|entire|wherever|thr\w*ut|across|rest|others|only|page|two|three|four|five|six|seven|eight|nine|ten|\d+|these|those|swap\w*|order\w*|sort\w*|revers\w*|shuffl\w*|rearrang\w*|alphabet\w*|undo|redo|revert\w*|restor\w*|back|personali\w*|tailor\w*|translat\w*|instead)\b/i

/** Whether a message asks for a removal explicitly. */
export function saysRemoval(message: string): boolean {
  return plainRemoval.test(message) || (otherRemoval.test(message) && !more.test(message))
}

export function saysShorter(message: string): boolean {
  return shorter.test(message) || saysRemoval(message)
}

/** Whether a message mentions several things, or has at least as many clauses as things. */
export function saysMany(message: string, things: number): boolean {
  return (
    several.test(message) || message.split(/[;.\n]|, |\band\b/).filter((part) => part.trim()).length >= things
  )
}

/** The texts in quotation marks. A single mark opens only where it can't be an apostrophe. */
export function quotedIn(message: string): string[] {
  return [
    ...message.matchAll(
      /["“„«]([^"”“»]{1,500})["”“»]|(?<![\p{L}\p{N}])['‘]([^'’‘\n]{1,500})['’](?![\p{L}\p{N}])/gu,
    ),
  ].map(([, double, single]) => (double ?? single ?? '').trim())
}

/** Whether quoted words name a text by its start or end, so that replacing the whole text is intended. */
export function namesTextBy(message: string, words: string): boolean {
  const before = message.slice(0, Math.max(0, message.indexOf(words) - 1))
  return /(?:start|beginn?|open|end)(?:s|ing)? with\s*$/i.test(before)
}

/** Whether a message takes a part out of the thing that one of the names refers to, so that the thing itself stays. */
export function takesFrom(message: string, names: string[]): boolean {
  const lower = message.toLowerCase()
  const found = /\b(?:out of|from|off)\s+(?:the\s+|our\s+|that\s+|this\s+)?/.exec(lower)
  if (!found) return false
  const [taken, place] = [lower.slice(0, found.index), lower.slice(found.index + found[0].length)]
  return names.some((name) => place.startsWith(name) && !taken.includes(name))
}
