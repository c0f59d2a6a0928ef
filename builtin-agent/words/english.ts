/** Pairs of American and British spelling. Endings of words are built from the stem. */
export const spellings: [american: string, british: string][] = [
  ...'analyz organiz optimiz personaliz recogniz customiz prioritiz standardiz centraliz moderniz minimiz maximiz summariz categoriz authoriz finaliz itemiz utiliz visualiz realiz apologiz emphasiz specializ digitiz monetiz synchroniz'
    .split(' ')
    .map((stem): [string, string] => [stem, stem.replace(/z$/, 's')]),
  ['color', 'colour'], ['favor', 'favour'], ['behavior', 'behaviour'], ['labor', 'labour'], ['honor', 'honour'], ['neighbor', 'neighbour'], ['center', 'centre'], ['fiber', 'fibre'], ['theater', 'theatre'],
  ['catalog', 'catalogue'], ['dialog', 'dialogue'], ['canceled', 'cancelled'], ['canceling', 'cancelling'], ['traveled', 'travelled'], ['traveling', 'travelling'], ['modeling', 'modelling'], ['labeled', 'labelled'],
  ['enrollment', 'enrolment'], ['fulfill', 'fulfil'], ['defense', 'defence'], ['license', 'licence'], ['offense', 'offence'], ['gray', 'grey'], ['program', 'programme'], ['check', 'cheque'],
] // biome-ignore format: a table of words

/** Words that can go without a loss. */
export const padding =
  'really, very, just, simply, actually, basically, quite, truly, literally, of course, needless to say, at the end of the day, in fact, as a matter of fact'
