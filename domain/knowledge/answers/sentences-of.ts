/** A sentence of a text, with its offset. */
export interface Sentence {
  text: string
  start: number
  /** Counts the paragraphs, lists and tables of the text. */
  paragraph: number
  /** Whether it is a row of a table that names its columns, or a table. */
  isRow: boolean
}

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Matches the rows of a table in order, or one row that names its columns: "Service: Speech · Length: 30 min". */
const TABLE = /^.* \| .*(?:\n.* \| .*)+$|^.* · .*$/gm
/** A row without the names of its columns means little alone, so a table is one quote unless it is longer than this. */
const LONGEST_TABLE = 1_000

/** The sentences, lines and rows of a text. */
export const sentencesOf = (text: string): Sentence[] => {
  const tables = [...text.matchAll(TABLE)].filter(([table]) => table.length <= LONGEST_TABLE)
  const sentences: Omit<Sentence, 'paragraph'>[] = []
  let from = 0
  for (const { index, 0: row } of tables) {
    sentences.push(...sentencesIn(text, from, index), { text: row, start: index, isRow: true })
    from = index + row.length
  }
  return numbered(text, [...sentences, ...sentencesIn(text, from, text.length)])
}

/** A period after these ends no sentence: "Ms. Okafor", "zum 15. September". */
const UNFINISHED =
  /(?:(?<!\p{L})(?:mrs?|ms|dr|dra|prof|st|hr|fr|sra?|nr|no|ca|bzw|z\. ?b|e\. ?g|i\. ?e)|(?<= (?:am|zum|vom|den|bis|der|ab) )\p{N}{1,2})\. *$/iu

const sentencesIn = (text: string, from: number, to: number): Omit<Sentence, 'paragraph'>[] => {
  const parts: { segment: string; index: number }[] = []
  for (const { segment, index } of SENTENCES.segment(text.slice(from, to))) {
    const last = parts.at(-1)
    if (last && UNFINISHED.test(last.segment)) last.segment += segment
    else parts.push({ segment, index })
  }
  return parts.flatMap(({ segment, index }) => {
    const said = segment.trim()
    if (said === '') return []
    return [{ text: said, start: from + index + segment.indexOf(said), isRow: false }]
  })
}

const numbered = (text: string, sentences: readonly Omit<Sentence, 'paragraph'>[]): Sentence[] => {
  let paragraph = 0
  let end = 0
  return sentences.map((sentence) => {
    if (/\n\s*\n/.test(text.slice(end, sentence.start))) paragraph += 1
    end = sentence.start + sentence.text.length
    return { ...sentence, paragraph }
  })
}
