import type { BlockTypeName } from '../../documents/blocks/index.ts'
import type { FontName } from '../../documents/fonts.ts'
import type { Metadata } from '../../documents/metadata.ts'
import { fromHex, toHex } from '../../documents/render/color.ts'

/** What people call things. An underscore stands between the words of one name. */

export const blockNames: Record<BlockTypeName, string> = {
  hero: 'hero hero_section banner header_section top_section opening_section hero_banner',
  logos: 'logos logo_bar logo_wall logo_row logo_strip customer_logos client_logos customers clients',
  text: 'text text_section paragraph letter prose',
  features: 'features feature_list feature_grid benefits advantages highlights feature_section',
  stats: 'stats statistics numbers figures metrics kpis stat_bar',
  steps: 'steps next_steps timeline process how_it_works roadmap journey',
  quote: 'quote testimonial testimonials customer_quote review endorsement',
  image: 'image picture photo screenshot illustration',
  video: 'video film clip demo_video',
  comparison: 'comparison comparison_table compare_table versus comparison_chart',
  pricing:
    'pricing prices price pricing_table price_table price_list plans packages costs price_plans pricing_plans',
  faq: 'faq faqs questions q_and_a qa frequently_asked_questions questions_and_answers common_questions',
  form: 'form contact_form signup_form enquiry_form lead_form',
  cta: 'cta call_to_action calls_to_action closing closing_section final_cta bottom_cta invitation',
  custom: 'custom_component component widget embed custom',
}

/** Words after the name of a block that add nothing. */
export const blockNouns = new Set([
  'block',
  'blocks',
  'section',
  'sections',
  'area',
  'module',
  'part',
  'bit',
  'panel',
  'table',
  'stuff',
])

/** Parts of a block, with the props that may hold them: the first that the block has is meant. */
export const parts = {
  headline: {
    said: 'headline head_line main_headline title main_title heading main_heading h1 header section_title',
    props: ['headline', 'heading', 'title'],
  },
  subheadline: {
    said: 'subheadline sub_headline subtitle sub_title subheading sub_heading subhead sub_head tagline strapline intro introduction lead subline',
    props: ['subheadline', 'intro', 'body'],
  },
  button: {
    said: 'button button_text button_label button_title primary_button main_button submit_button button_copy primary_cta cta_text cta_label',
    props: ['primaryAction/label', 'submitLabel'],
  },
  'second button': {
    said: 'secondary_button second_button other_button secondary_cta second_cta',
    props: ['secondaryAction/label'],
  },
  eyebrow: { said: 'eyebrow kicker overline eyebrow_text', props: ['eyebrow'] },
  note: { said: 'note footnote small_print fine_print disclaimer reassurance', props: ['note'] },
  text: {
    said: 'text body body_text copy paragraph wording content words body_copy main_text message',
    props: ['body', 'quote', 'subheadline', 'intro', 'headline', 'heading', 'caption'],
  },
  caption: { said: 'caption', props: ['caption'] },
  author: { said: 'author quote_author attribution speaker author_name', props: ['name', 'signature/name'] },
  role: { said: 'role job_title author_role position_of_the_author', props: ['role', 'signature/role'] },
  'thank-you message': {
    said: 'success_message thank_you_message thanks_message confirmation confirmation_message thank_you_text',
    props: ['successMessage'],
  },
} as const satisfies Record<string, { said: string; props: readonly string[] }>
export type PartName = keyof typeof parts

/** Things of which a block holds several: where they are kept, and the texts of one in the order people say them. */
export const items = {
  feature: {
    said: 'feature benefit advantage',
    type: 'features',
    list: 'items',
    texts: ['title', 'body'],
  },
  question: {
    said: 'question faq_item faq_entry faq_question q',
    type: 'faq',
    list: 'items',
    texts: ['question', 'answer'],
  },
  step: {
    said: 'step milestone phase',
    type: 'steps',
    list: 'items',
    texts: ['title', 'body', 'when'],
  },
  figure: {
    said: 'stat figure metric number statistic kpi',
    type: 'stats',
    list: 'items',
    texts: ['value', 'label'],
  },
  plan: {
    said: 'plan package tier',
    type: 'pricing',
    list: 'plans',
    texts: ['name', 'price', 'period'],
  },
  logo: { said: 'logo', type: 'logos', list: 'items', texts: ['name'] },
  point: {
    said: 'point bullet bullet_point',
    type: 'text',
    list: 'points',
    texts: [],
  },
} as const satisfies Record<
  string,
  { said: string; type: BlockTypeName; list: string; texts: readonly string[] }
>
export type ItemName = keyof typeof items

/** Texts of one item, as people call them. */
export const itemFields: Record<string, string> = {
  title: 'title heading headline name',
  body: 'body text description copy',
  question: 'question title heading',
  answer: 'answer text body',
  value: 'value number figure',
  label: 'label description text',
  name: 'name title',
  price: 'price cost',
  period: 'period',
  when: 'when date time timing',
}

const plainColors: Record<string, string> = {
  red: '#c62828', 'dark red': '#8e1b1b', crimson: '#b3123b', burgundy: '#6d1a36', maroon: '#6b1f1f', pink: '#c2185b', magenta: '#a3157f',
  coral: '#d9513c', salmon: '#d0604c', orange: '#c2570c', 'dark orange': '#9a4208', amber: '#a86403', gold: '#94700a', yellow: '#a07800',
  mustard: '#8f6b00', brown: '#6f4e37', lime: '#5b7f0b', olive: '#5f6b1d', green: '#1f7a3d', 'dark green': '#14532d', 'forest green': '#1d5b2f',
  'light green': '#3f9b52', emerald: '#047857', mint: '#1f8a70', teal: '#0f766e', turquoise: '#0e7f86', cyan: '#0e7490', 'sky blue': '#0b74b5',
  'light blue': '#2f80d0', blue: '#1d4ed8', 'dark blue': '#1e3a8a', 'royal blue': '#2447c6', 'navy blue': '#172554', navy: '#172554', indigo: '#4338ca',
  purple: '#7028c0', 'dark purple': '#4c1d87', violet: '#6d28d9', lavender: '#7c62c4', plum: '#7a2e6e', grey: '#4b5563', gray: '#4b5563',
  'dark grey': '#1f2937', 'dark gray': '#1f2937', 'light grey': '#e5e7eb', 'light gray': '#e5e7eb', charcoal: '#27303c', slate: '#475569', black: '#111111', white: '#ffffff',
  cream: '#fbf6e9', beige: '#f3ead7', ivory: '#fffdf3', silver: '#9aa3ad',
} // biome-ignore format: a table of names

/** What a word before a colour makes of it: how far its lightness goes, and what is left of its chroma. */
const shades: Record<string, { lightness: number; chroma: number }> = {
  deep: { lightness: -0.12, chroma: 1 },
  dark: { lightness: -0.14, chroma: 0.95 },
  rich: { lightness: -0.05, chroma: 1.1 },
  light: { lightness: 0.12, chroma: 0.95 },
  bright: { lightness: 0.08, chroma: 1.2 },
  vivid: { lightness: 0.02, chroma: 1.3 },
  pale: { lightness: 0.3, chroma: 0.5 },
  soft: { lightness: 0.1, chroma: 0.7 },
  muted: { lightness: 0.02, chroma: 0.55 },
}

/** Every colour by every name: its own, and a shade of it where that has no colour of its own. */
export const colors: Record<string, string> = Object.fromEntries([
  ...Object.entries(plainColors).flatMap(([name, hex]) =>
    Object.entries(shades).map(([shade, { lightness, chroma }]) => {
      const { l, c, h } = fromHex(hex)
      return [`${shade} ${name}`, toHex({ l: l + lightness, c: c * chroma, h })]
    }),
  ),
  ...Object.entries(plainColors),
])

export const fontWords: Record<FontName, string> = {
  system: 'system system_font default_font sans sans_serif sans_serif_font',
  inter: 'inter modern modern_font',
  helvetica: 'helvetica arial helvetica_neue',
  avenir: 'avenir avenir_next montserrat geometric',
  gill: 'gill gill_sans calibri',
  optima: 'optima candara',
  rounded: 'rounded_font round_font',
  georgia: 'georgia serif serif_font times times_new_roman classic_font',
  charter: 'charter cambria',
  palatino: 'palatino garamond iowan book_antiqua',
  rockwell: 'rockwell slab slab_serif',
  mono: 'mono monospace monospaced code_font typewriter courier',
  geist: 'geist',
  'instrument-sans': 'instrument instrument_sans',
  'hanken-grotesk': 'hanken hanken_grotesk',
  figtree: 'figtree',
  manrope: 'manrope',
  archivo: 'archivo',
  bricolage: 'bricolage bricolage_grotesque',
  fraunces: 'fraunces',
  newsreader: 'newsreader newspaper_font',
  'source-serif': 'source_serif',
  'jetbrains-mono': 'jetbrains jetbrains_mono technical_font',
}

type MetadataField = keyof Metadata
export const metadataNames: Partial<Record<MetadataField, string>> = {
  title:
    'page_title browser_title meta_title metadata_title seo_title tab_title title_tag search_title html_title title_of_the_page title_of_this_page google_title',
  description:
    'meta_description metadata_description page_description seo_description search_description description_of_the_page google_description description',
  keywords: 'keywords meta_keywords seo_keywords keyword',
  author: 'meta_author page_author author_of_the_page',
  canonicalUrl: 'canonical canonical_url canonical_link canonical_address',
  ogTitle:
    'og_title social_title share_title sharing_title open_graph_title social_media_title preview_title linkedin_title facebook_title',
  ogDescription:
    'og_description social_description share_description sharing_description open_graph_description preview_description linkedin_description facebook_description',
  ogImageUrl: 'og_image social_image share_image sharing_image preview_image open_graph_image',
  ogSiteName: 'site_name og_site_name',
  ogUrl: 'og_url share_url',
  twitterTitle: 'twitter_title x_title',
  twitterDescription: 'twitter_description x_description',
  twitterSite: 'twitter_site twitter_handle twitter_account x_handle',
  twitterCreator: 'twitter_creator',
  themeColor: 'theme_color theme_colour browser_color browser_colour',
}

export const ordinals: Record<string, number> = {
  first: 1, '1st': 1, top: 1, second: 2, '2nd': 2, third: 3, '3rd': 3, fourth: 4, '4th': 4, fifth: 5, '5th': 5, sixth: 6, '6th': 6, seventh: 7,
  '7th': 7, eighth: 8, '8th': 8, ninth: 9, '9th': 9, tenth: 10, '10th': 10, last: -1, final: -1, bottom: -1,
} // biome-ignore format: a table of words

export const numbers: Record<string, number> = {
  one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10,
} // biome-ignore format: a table of words

export const articles = new Set([
  'the',
  'a',
  'an',
  'my',
  'our',
  'your',
  'their',
  'its',
  'this',
  'that',
  'whole',
  'entire',
  'current',
  'new',
  'existing',
  'those',
  'these',
  'both',
])

/** Words of courtesy at the beginning and end of a wish; the longest that fits is taken off. */
export const openings =
  'please pls plz kindly can_you could_you would_you will_you can_we could_we shall_we should_we may_we lets let_us i_want_you_to i_would_like_you_to id_like_you_to i_need_you_to you_should we_should i_want_to i_would_like_to id_like_to we_want_to wed_like_to we_need_to i_need_to you_need_to go_ahead_and just also then and next now finally first_of_all lastly maybe perhaps but so ok okay hey hi hello great thanks thank_you yes quickly actually oh well alright if_you_can if_possible would_you_mind do_me_a_favor_and additionally plus how_about what_about while_youre_at_it while_you_are_at_it feel_free_to try_to remember_to be_sure_to make_sure_to make_sure_that make_sure i_think i_think_we_should for_them for_now instead ideally'
export const closings =
  'please pls plz thanks thank_you thx cheers ok okay for_me if_you_can if_possible too as_well now right_now then also asap instead altogether entirely completely again i_think will_you would_you for_now from_the_page from_this_page on_the_page on_this_page from_it from_here from_there anymore any_more here'
