import type { Block } from './block.ts'
import { BETWEEN_LABELLED } from './table-text.ts'
import { LONGEST_PASSAGE, LONGEST_WHOLE_PASSAGE } from './rules.ts'

/** A part of a document that is searched and cited. */
export interface Passage {
  page: number | null
  headings: string[]
  /** The passage's offset in the document's text, in which it occurs word for word. */
  startsWith: number
  text: string
}

const BETWEEN = '\n\n'

/** A document's text: its blocks, separated by empty lines. */
export const textOf = (blocks: readonly Block[]): string =>
  blocks.map(({ text }) => text).join(BETWEEN)

/**
 * Splits a document into passages by heading and page: short paragraphs are joined, long ones are split between
 * sentences, and tables between rows. Each passage occurs word for word in the document's text.
 */
export const passagesOf = (blocks: readonly Block[]): Passage[] => {
  const text = textOf(blocks)
  const passages: Passage[] = []
  let startsAt = 0
  let open: { block: Block; from: number; to: number } | undefined
  const close = () => {
    if (!open) return
    const { block, from, to } = open
    open = undefined
    const longest = block.table === 'plain' ? LONGEST_WHOLE_PASSAGE : LONGEST_PASSAGE
    const said = text.slice(from, to)
    for (const [start, end] of cut(
      said,
      block.table ? rowsOf(said, longest) : sentencesOf(said),
      longest,
    )) {
      const part = text.slice(from + start, from + end)
      const passage = part.trim()
      if (passage === '') continue
      const { page, headings } = block
      const startsWith = from + start + part.indexOf(passage)
      passages.push({ page, headings, startsWith, text: passage })
    }
  }
  for (const block of blocks) {
    const endsAt = startsAt + block.text.length
    const goesOn =
      open !== undefined && isBeside(open.block, block) && endsAt - open.from <= LONGEST_PASSAGE
    if (goesOn) open!.to = endsAt
    else {
      close()
      open = { block, from: startsAt, to: endsAt }
    }
    startsAt = endsAt + BETWEEN.length
  }
  close()
  return passages
}

const isBeside = (a: Block, b: Block): boolean =>
  !a.table && !b.table && a.page === b.page && a.headings.join('\n') === b.headings.join('\n')

type Range = [start: number, end: number]

/** Where to split a text: after as many of its parts as fit, or at a space inside a part that is too long. */
const cut = (text: string, parts: Iterable<string>, longest: number): Range[] => {
  if (text.length <= longest) return [[0, text.length]]
  const cuts: Range[] = []
  let start = 0
  let end = 0
  for (const part of parts) {
    const next = end + part.length
    if (next - start > longest && end > start) {
      cuts.push([start, end])
      start = end
    }
    while (next - start > longest) {
      // Searches only this part: if it has no space, the search would go back to the start of the text.
      const space = text.slice(start, start + longest + 1).lastIndexOf(' ')
      const at = space > 0 ? start + space : start + longest
      cuts.push([start, at])
      start = at
    }
    end = next
  }
  if (end > start) cuts.push([start, end])
  return cuts
}

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' })

function* sentencesOf(text: string): Generator<string> {
  for (const { segment } of SENTENCES.segment(text)) yield segment
}

/** The rows of a table, and the cells of a row that is too long. */
function* rowsOf(text: string, longest: number): Generator<string> {
  for (let from = 0; from < text.length;) {
    const newline = text.indexOf('\n', from)
    const to = newline < 0 ? text.length : newline + 1
    const row = text.slice(from, to)
    if (row.length <= longest) yield row
    else for (const cell of row.split(BEFORE_CELL)) yield cell
    from = to
  }
}

const BEFORE_CELL = new RegExp(`(?<=${BETWEEN_LABELLED})`)
