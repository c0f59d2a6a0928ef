/** Words without meaning for a wish. In phrases of several words, underscores or spaces separate them. */

const list = (text: string) => new Set(text.split(/\s+/).filter((word) => word !== ''))

/** Courtesy and hesitation, which are skipped outside of values. */
export const fillers = list(`
  please pls plz kindly um uh uhm erm er hmm hm ah oh eh yeah yep yup ok okay okey k alright well so just maybe perhaps actually basically
  really simply quickly hey hi hello hiya yo thanks thank thx ty cheers also too either now then next finally lastly first_of_all
  anyway btw fyi tbh imo imho literally honestly obviously already still again instead further rather quite pretty somewhat slightly
  kinda sorta bit little lil lovely nice nicely great good cool awesome perfect sure right bro guys folks dear
  asap soon today possible possibly ideally preferably hopefully definitely certainly altogether entirely completely totally
  proper properly everyone all_right alrighty gonna wanna gotta u ya buddy mate sir madam lets let us see plus additionally furthermore moreover
  oops whoops oopsie ups argh lol haha certain some any exactly precisely directly immediately straight therefore hence however though although as_well`)

/** Phrases that open or close a request. */
export const fillerPhrases = `
  can you, could you, would you, will you, can u, could u, can we, could we, may we, can i, could i, would it be possible to, is it possible to, is there a way to, any chance you could, any chance we could,
  are you able to, would you mind, do you mind, do you think you could, do you think you can, i want you to, i would like you to, id like you to, i need you to, we need you to, you should, you need to, you can, you could,
  i want to, i would like to, id like to, id love to, we want to, we would like to, wed like to, wed love to, we need to, i need to, i have to, we have to, we should, i think we should, i think you should, lets,
  let us, go ahead and, do me a favor and, do me a favour and, if you can, if possible, if you could, if its possible, if thats ok, if thats possible, if you dont mind, when you get a chance, when you have a minute, when you have a sec, when you can,
  feel free to, try to, remember to, be sure to, make sure to, make sure that, make sure, make sure you, ensure that, ensure, i think, i guess, i feel like, i believe, you know, i mean, kind of, sort of, a bit, a little, a little bit, a tad, a touch,
  after all, for now, for the moment, for the time being, at the moment, right now, right away, at once, as well, of course, no rush, no worries, one more thing, one thing, another thing, last thing, quick one, quick thing, first of all,
  first things first, to start, to begin with, while youre at it, while you are at it, while we are at it, while were at it, on top of that, in addition, after that, and then, how about, what about, why dont you, why dont we, why not, what if we,
  thank you, thanks a lot, thank you so much, thanks so much, many thanks, thanks in advance, much appreciated, good morning, good afternoon, good evening, good job, nice job, nice work, well done, looks good, looking good, it would be great if you could, it would be great if,
  it would be nice if, would be nice if, would be great if, would be good to, would be nice to, it would be good to, would be great to, i was wondering if you could, i was wondering if, im wondering if, i wonder if you could, wondering if,
  for me, for us, for this page, for the page, on the page, on this page, from the page, from this page, of the page, in the page, in this page, off the page, off this page, to the page, on here, in here, from here, from there, there please, over there, on there, on it,
  from now on, going forward, from here on, starting today, as of today, any more, any longer, anymore, no longer, in my opinion, to be honest, by the way, in fact, all in all, at all, that would be great, would be great, that be great, thatd be great, need you to, please can you, please could you, could you please, can you please, would you please,
  our designer says, my boss says, my boss wants, the boss wants, my boss wants us to, my boss wants you to, the client wants, the client wants us to, legal says, legal wants, legal wants us to, legal asked us to, marketing wants, sales wants, they want us to, they want, id say, i would say, i say, dont forget to, and also, but also, we decided to, we have decided to, ive decided to, weve decided to, we agreed to, time to, go and, quickly, go on and`

export const determiners = list(
  'the a an my our your their its his her this that these those whole entire current existing new such own said very same mr mrs ms miss',
)
/** Function words, which never identify a node. */
export const functionWords = list(`
  of in on from for to by about at with called named titled labelled labeled saying says said that which is are was were be been being as into onto and or it its
  where who whose there here do does did has have had will would can could should shall may might must s the a an within inside around
  them they those these it regarding concerning re entitled reading reads mentioning mentions talking talks`)
export const isFunctionWord = (word: string) => determiners.has(word) || functionWords.has(word)

/** Generic nouns for parts of a page. */
export const genericBlockWords = list(
  'section sections block blocks area part parts bit bits panel module region segment component stuff thing slot row rows strip bar box band heading_section table grid list content group',
)
export const genericItemWords = list(
  'item items entry entries one ones thing things point points card cards tile tiles box element elements',
)
export const genericTextWords = list(
  'text line lines wording copy sentence sentences paragraph words phrase content statement blurb message texts string label bit part',
)
/** Words for appearance and position, which only point at a node. */
export const pointingWords = list(
  'big small main little tiny large long short old current existing top upper lower very actual original entire whole full initial page pages website site landing homepage block section currently green grey gray white blue black dark bold visible shown displayed present spelling typo typos wrong misspelled misspelt incorrect',
)
export const ordinals: Record<string, number> = {
  first: 1, '1st': 1, second: 2, '2nd': 2, third: 3, '3rd': 3, fourth: 4, '4th': 4, fifth: 5, '5th': 5, sixth: 6, '6th': 6, seventh: 7, '7th': 7,
  eighth: 8, '8th': 8, ninth: 9, '9th': 9, tenth: 10, '10th': 10, last: -1, final: -1, '2nd_last': -2, middle: 0,
} // biome-ignore format: a table of words
export const numbers: Record<string, number> = {
  one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12, couple: 2, few: 3,
} // biome-ignore format: a table of words
/** Words that introduce a reason, which contains no wish. */
export const reasonWords = list('because since cause cos cuz coz')
export const reasonPhrases =
  'so that, in order to, to make sure, so people, so they, so visitors, so users, so everyone, so nobody, so it, so its, so we, so i, as its, as it is, as they, as we, as i, as this, as that, as nobody, as no one, as it, due to, given that, now that, seeing as, considering, if you ask me, for consistency, for clarity, for readability, for legal reasons, for compliance, per legal, per our, per the, as per, according to, as discussed, as agreed, like we discussed, like i said, as mentioned, like we said, as requested, it feels, it looks, it reads, it sounds, it seems, they look, they feel, it got, it was, it is too, its too, its a bit, its so, it isnt, its not, its just, its kind, its really, its very, its outdated, its wrong, its confusing, its old, its redundant, its boring, they are, theyre, which is, which are, which was, which we, who is, we no longer, we stopped, we changed, we moved, we now, we just, we have moved, nobody, no one, people, customers keep, everyone, everybody'
/** Common words that are spelled correctly but name nothing. */
export const everyday = list(`
  able across against along although always among another anyone anything around because become been before began behind believe better between beyond both bring business came cannot case change check clear close come company complete could
  course create customer data deal different does doing done down during each early easy else enough even every everyone everything exactly fact fast feel felt file find finally first follow following form found free friend from full further gave general
  getting gives going gone good great group grow half hand happen hard have having head hear heard help here high hold home hope hour however idea important inside instead interest into issue itself join just keep kind knew know large last late later lead
  learn least leave less letter level life like likely line little live local long look lose lots love made main major make many market matter maybe mean meet member might mind minute miss moment money month more morning most move much must myself name near
  need never news next night none nothing notice number offer office often once only open order other others ours outside over part past people perhaps person place plan play point possible power present press pretty probably problem process product program
  project provide public quick quite rather reach read ready real really reason receive recent remember report require rest result return right room rule same save school second seem seen sell send sense serve service several shall share short should show side
  simple simply since site small some someone something soon sort sound speak special spend stand start state stay step still stop story strong such sure system take talk team tell than thank that their them then there these they thing think third this those
  though thought three through time today together told tomorrow tonight took toward true truly trust turn under until upon usual value very view visit wait walk want watch week well went were what when where whether which while white whole whose wide will
  with within without wonder word work world worth would write wrong year years young your yours yesterday sounds sound feels looks reads seems boring salesy refund refunds contract contracts`)
