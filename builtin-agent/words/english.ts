// biome-ignore format: a table of words

/** Words that can be left out without losing meaning. */
export const padding =
  'really, very, just, simply, actually, basically, quite, truly, literally, of course, needless to say, at the end of the day, in fact, as a matter of fact'
