/** Maximum number of parts of a question. */
const MOST_CLAUSES = 5

const ASKING = [
  'how|when|what|which|who|where|may|can|do|does|did|is|are',
  'wie|wann|was|welche[rsn]?|wer|wo|darf|d[üu]rfen|kann|k[öo]nnen|hat|ist|sind',
  '[¿]?(?:c[óo]mo|cu[áa]ndo|qu[ée]|cu[áa]l(?:es)?|qui[ée]n|d[óo]nde|puedo|podemos|tiene|hay)',
].join('|')

const BETWEEN = new RegExp(
  `(?<=[?!])\\s+|,?\\s+(?:and|und|y)\\s+(?=(?:${ASKING})(?![\\p{L}]))`,
  'iu',
)

/** The parts of a question that ask several things: `When is …, and how …?` */
export const clausesOf = (question: string): string[] =>
  question
    .split(BETWEEN, MOST_CLAUSES)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')
