/** Verbs by class. A verb may be in several classes. */
export type VerbClass = keyof typeof verbs

export const verbs = {
  remove:
    'remove, delete, drop, lose, scrap, kill, cut, strip, erase, eliminate, ditch, axe, trash, omit, exclude, dump, nix, chuck, bin, clear, discard, get rid of, take out, take off, take away, take down, throw out, throw away, leave out, leave off, do away with, cut out, out with, away with, clear out, pull out, pull down, toss, toss out, wipe, yank, dispense with, nuke, rm, del, hide, conceal',
  change:
    'change, set, update, edit, modify, make, turn, adjust, alter, rewrite, reword, rephrase, revise, correct, fix, amend, tweak, convert, use, have, let, give, switch, mark, put, write, go with, go for, try, get, keep, need, want, show, display, pick, choose, apply, type, paste, bump, raise, increase, lower, reduce, drop, lift, drag, flip, toggle, translate, sign, describe, correct',
  rename: 'rename, retitle, relabel, call, name, label, title',
  replace: 'replace, substitute, swap, switch, exchange, swap out, switch out, find, change, trade',
  add: 'add, insert, include, append, create, introduce, attach, put, put in, throw in, drop in, pop in, slot in, stick, need, want, give, get, build, write, ask for, ask, mention, list, offer, set up, tack on, work in, place, make, squeeze in, sneak in, slip in, plug in, post, show, have, use, say',
  restore:
    'bring back, restore, put back, reinstate, add back, unhide, show again, get back, give back, recover, return, undelete, un hide, un delete, bring, put, add, want, show, get, need, reinsert, re add',
  move: 'move, put, place, shift, bring, push, pull, send, drag, position, pop, stick, bump, slide, relocate, nudge, start with, open with, lead with, begin with, end with, close with, finish with, kick off with, take, have, want, get, go, make, set, float, drop, raise, lift, order',
  swap: 'swap, switch, exchange, flip, trade, interchange',
  order: 'reorder, order, rearrange, sort, arrange, put, re order, re arrange, resort, reshuffle, sequence',
  reverse: 'reverse, flip, invert, turn around',
  duplicate:
    'duplicate, dupe, dup, copy, clone, repeat, double, make a copy of, create a copy of, make copy of',
  shorten:
    'shorten, trim, condense, tighten, cut down, shrink, abbreviate, tighten up, cut, halve, slim down, trim down, boil down, reduce, compress, make shorter',
  emphasise:
    'bold, embolden, italicise, italicize, underline, make bold, unbold, emphasise, emphasize, stress',
  link: 'link, point, hyperlink, direct, route, send, connect, lead, take, go, redirect, make',
  highlight:
    'highlight, feature, recommend, mark, promote, emphasise, emphasize, accent, spotlight, single out, make, unhighlight, star, badge, flag',
  align: 'center, centre, align, left align, right align',
  personalise:
    'personalise, personalize, tailor, customise, customize, adapt, individualise, individualize, make, rewrite, use, greet, welcome, address',
  undo: 'undo, revert, roll back, rollback, go back, take back, scratch, cancel, reverse, back out, step back, put back, change back, return, restore, back, switch back, turn back, undo undo',
  redo: 'redo, reapply, redo undo, do again, un undo, re do, re apply',
  spell:
    'fix, correct, proofread, spell check, spellcheck, check, clean up, capitalise, capitalize, uppercase, lowercase, use, make, put, convert',
  fit: 'turn, convert, make, split, break, break up, reformat, format, change, put, show',
} as const
