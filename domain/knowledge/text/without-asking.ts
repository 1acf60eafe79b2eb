/** Question words. A document that contains them does not answer the question better. */
const ASKING = new Set(
  [
    'how much many long often please can could may tell happen happens',
    'wann wie wo warum wieso wieviel viele wer was welche welcher welches kann können darf bitte gibt passiert lang lange',
    'cuándo cuando cómo como cuánto cuánta cuántos cuántas dónde donde quién qué cuál cuáles puede puedo hay pasa ocurre',
    'quand comment combien où pourquoi quel quelle quels quelles est-ce est-il est-elle peut-on puis-je a-t-il passe-t-il',
  ]
    .join(' ')
    .split(' '),
)

/** A question without its question words. */
export const withoutAsking = (question: string): string =>
  question.replaceAll(/[\p{L}-]+/gu, (word) => (ASKING.has(word.toLowerCase()) ? ' ' : word))
