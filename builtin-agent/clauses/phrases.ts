import { namesIn } from '../tokens.ts'
import { reasonPhrases } from '../words/plain.ts'

const phrases = (list: string) => new Map(namesIn(list).map((phrase): [string, true] => [phrase, true]))
export const corrections = phrases(
  'no wait, wait no, wait, hold on, actually no, sorry, i mean, i meant, no i meant, no i mean, or rather, correction, no sorry, oh no, ah no, no not that, no actually, scratch that, hang on, make that, no make that, on second thought, on second thoughts',
)
export const reasons = phrases(reasonPhrases)
export const thanks = phrases(
  'thanks, thank you, thx, cheers, ty, thanks a lot, thank you so much, thanks so much, great, perfect, awesome, nice, love it, looks good, looks great, good job, nice work, well done, cool, good, i like it, i love it, great job, nice one, excellent, brilliant, amazing, wonderful, lovely, looking good',
)
