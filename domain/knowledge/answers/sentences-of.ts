/** A sentence of a text, with its offset. */
export interface Sentence {
  text: string
  start: number
}

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Matches the rows of a table in order, or one row that names its columns: "Service: Speech · Length: 30 min". */
const TABLE = /^.* \| .*(?:\n.* \| .*)+$|^.* · .*$/gm
/** A row without the names of its columns means little alone, so a table is one quote unless it is longer than this. */
const LONGEST_TABLE = 1_000

/** The sentences and lines of a text. */
export const sentencesOf = (text: string): Sentence[] => {
  const tables = [...text.matchAll(TABLE)].filter(([table]) => table.length <= LONGEST_TABLE)
  const sentences: Sentence[] = []
  let from = 0
  for (const { index, 0: table } of tables) {
    sentences.push(...sentencesIn(text, from, index), { text: table, start: index })
    from = index + table.length
  }
  return [...sentences, ...sentencesIn(text, from, text.length)]
}

const sentencesIn = (text: string, from: number, to: number): Sentence[] =>
  [...SENTENCES.segment(text.slice(from, to))].flatMap(({ segment, index }) => {
    const said = segment.trim()
    return said === '' ? [] : [{ text: said, start: from + index + segment.indexOf(said) }]
  })
