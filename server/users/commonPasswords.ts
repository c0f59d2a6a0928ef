import { Problem } from '../../shared/problem.ts'

const shortestPassword = 10
export const longestPassword = 200

/**
 * The words that most leaked passwords consist of. With digits and symbols before or after them, in any case, and with
 * common substitutions of letters, these are the passwords that are guessed first.
 */
const words = new Set(
  `password passwort passcode passphrase motdepasse contrasena senha parola wachtwoord haslo salasana letmein welcome
  willkommen bienvenue qwerty qwertz azerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc
  admin administrator root superuser system manager login signin access secret private default guest test tester testing
  testtest demo sample example changeme change newpassword mypassword yourpassword temporary temppass initial start begin
  hello hallo bonjour iloveyou loveyou iloveme mylove lovely princess prinzessin sunshine sonnenschein moonlight flower
  rainbow summer sommer winter spring autumn herbst january february march april june july august september october
  november december monday tuesday wednesday thursday friday saturday sunday dragon monkey tiger lion panther eagle falcon
  phoenix unicorn butterfly dolphin elephant kitten puppy chicken banana orange cherry apple strawberry cookie chocolate
  cheese pepper ginger cinnamon football fussball baseball basketball hockey soccer tennis golf cricket liverpool arsenal
  chelsea barcelona realmadrid juventus bayern superman batman spiderman ironman starwars startrek pokemon pikachu naruto
  minecraft fortnite matrix gandalf hobbit harrypotter hogwarts master killer shadow hunter ranger ninja samurai warrior
  soldier trustno trustnoone freedom america canada england germany deutschland france italy espana mexico brasil london
  paris berlin newyork california texas michael michelle jennifer jessica jordan ashley amanda daniel andrew anthony
  charlie thomas robert william george hannah nicole samantha victoria elizabeth alexander alexandra maximilian sebastian
  christian martin patrick richard jonathan benjamin computer internet windows microsoft google facebook instagram linkedin
  twitter youtube amazon samsung iphone android macbook server database database oracle mysql postgres docker kubernetes
  foyer mustang ferrari porsche mercedes corvette harley yamaha honda toyota nothing whatever something anything everything
  fuckyou fuckoff bullshit jesus jesuschrist christ heaven angel angels blessed money dollar million business company
  corporate office marketing finance support service customer`
    .split(/\s+/)
    .filter(Boolean),
)

/** Keyboard rows and sequences, any part of which is easy to guess. */
const runs = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const lookalikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Throws if a password is too short or easy to guess. There are no rules about its characters. */
export function demandGoodPassword(password: string, about: readonly string[] = []): void {
  const plain = password.normalize('NFKC').toLowerCase()
  if ([...plain].length < shortestPassword) throw refusal(`must have at least ${shortestPassword} characters`)
  if (isGuessable(plain, about))
    throw refusal('is easy to guess: choose several words, or have one generated')
}

function isGuessable(plain: string, about: readonly string[]): boolean {
  const core = trim(plain)
  const folded = trim([...plain].map((letter) => lookalikes[letter] ?? letter).join(''))
  const own = about
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((one) => one.length > 3)
  return (
    [plain, core, folded].some((text) => words.has(text) || own.includes(text) || isRepeated(text)) ||
    halves(folded).some(([head, tail]) => words.has(head) && (words.has(tail) || head === tail)) ||
    longestRun(plain) > plain.length / 2
  )
}

/** Removes everything before the first and after the last letter. */
function trim(text: string): string {
  const letters = [...text].map((letter) => /\p{L}/u.test(letter))
  return [...text].slice(letters.indexOf(true), letters.lastIndexOf(true) + 1).join('')
}

/** Whether the text repeats a part of up to four characters. */
function isRepeated(text: string): boolean {
  return [1, 2, 3, 4].some(
    (size) =>
      text.length >= 2 * size && text === text.slice(0, size).repeat(text.length).slice(0, text.length),
  )
}

function halves(text: string): [head: string, tail: string][] {
  const most = Math.min(text.length - 3, 16)
  return Array.from({ length: Math.max(0, most - 2) }, (_, i) => [text.slice(0, i + 3), text.slice(i + 3)])
}

/** The length of the longest part that is a sequence, forwards or backwards. */
function longestRun(text: string): number {
  let [longest, length] = [0, 1]
  for (let i = 1; i < text.length; i++) {
    const pair = text.slice(i - 1, i + 1)
    const reversed = [...pair].reverse().join('')
    length = runs.some((run) => run.includes(pair) || run.includes(reversed)) ? length + 1 : 1
    longest = Math.max(longest, length)
  }
  return longest
}

function refusal(message: string): Problem {
  return new Problem('weak_password', `The password ${message}.`, {
    errors: [{ path: '/password', message }],
  })
}
