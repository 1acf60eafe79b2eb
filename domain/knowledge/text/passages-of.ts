import type { Block } from './block.ts'
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
 * Splits a document into passages by heading and page: short paragraphs are joined, and long ones are split
 * between sentences. Each passage occurs word for word in the document's text.
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
    for (const [start, end] of cut(
      text.slice(from, to),
      block.whole ? LONGEST_WHOLE_PASSAGE : LONGEST_PASSAGE,
    )) {
      const part = text.slice(from + start, from + end)
      const said = part.trim()
      if (said === '') continue
      const { page, headings } = block
      passages.push({ page, headings, startsWith: from + start + part.indexOf(said), text: said })
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
  !a.whole && !b.whole && a.page === b.page && a.headings.join('\n') === b.headings.join('\n')

/** Where to split a text: after as many sentences as fit, or at a space inside a sentence that is too long. */
const cut = (text: string, longest: number): [start: number, end: number][] => {
  if (text.length <= longest) return [[0, text.length]]
  const cuts: [number, number][] = []
  let start = 0
  let end = 0
  for (const { index, segment } of SENTENCES.segment(text)) {
    const next = index + segment.length
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
