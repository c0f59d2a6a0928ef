import type { BlockWords } from '../words.ts'

export const words: BlockWords = {
  order: 120,
  name: 'FAQ',
  hint: 'Common questions, answered',
  icon: 'circle-question-mark',
  called: [
    'FAQ',
    'faqs',
    'questions',
    'q and a',
    'q a',
    'qa',
    'qna',
    'frequently asked questions',
    'questions and answers',
    'common questions',
    'faq section',
    'accordion',
  ],
  items: {
    items: ['question', 'faq', 'faq item', 'faq entry', 'faq question', 'q and a', 'qa', 'entry'],
  },
  fields: {
    question: ['question', 'question text', 'wording', 'title'],
    answer: ['answer', 'reply', 'response', 'text', 'answer text'],
  },
}
