import { cleaned, type ReadText } from './block.ts'

/** Paragraphs of plain text, separated by blank lines. */
export const readText = (text: string): ReadText => ({
  pageCount: null,
  blocks: text
    .replaceAll(/\r\n?/g, '\n')
    .split(/\n[^\S\n]*\n/)
    .map(cleaned)
    .filter((said) => said !== '')
    .map((said) => ({ page: null, headings: [], text: said })),
  hidden: false,
})
