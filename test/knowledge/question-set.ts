import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { DocumentInput } from '#knowledge/documents/document-parser.ts'
import { pdfOf } from './pdf-of.ts'

const FIXTURES = path.join(import.meta.dirname, '../fixtures/paraphrased')
const QUESTIONS = 'questions.txt'
/** Between the pages of a file that becomes a PDF. */
const PAGES = '\n=== page\n'

const FORMATS: Readonly<Record<string, DocumentInput['format']>> = {
  '.md': 'MARKDOWN',
  '.txt': 'TEXT',
  '.html': 'HTML',
  '.pages': 'PDF',
}

/** A question about the documents of a set. */
export interface AskedQuestion {
  question: string
  /** Where the answer is; null: in none of them. */
  document: string | null
  page: number | null
  /** What the quote must contain. */
  says: string
}

/**
 * Documents, and questions in a family's own words. `questions.txt` has a block per document: its name, then
 * `[page] words of the answer | question`; the block `-` has what no document answers.
 */
export const readQuestionSet = async (set: string) => {
  const directory = path.join(FIXTURES, set)
  const names = (await readdir(directory)).filter((name) => name !== QUESTIONS).toSorted()
  const files = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(directory, name), 'utf8')
      const isPaged = name.endsWith('.pages')
      const bytes = isPaged ? await pdfOf(text.split(PAGES)) : new TextEncoder().encode(text)
      return { name: titleOf(name), format: FORMATS[path.extname(name)]!, bytes }
    }),
  )
  const blocks = (await readFile(path.join(directory, QUESTIONS), 'utf8')).trim().split('\n\n')
  return { files, questions: blocks.flatMap(questionsOf) }
}

const questionsOf = (block: string): AskedQuestion[] => {
  const [document = '-', ...lines] = block.split('\n')
  return lines.map((line) => {
    if (document === '-') return { question: line, document: null, page: null, says: '' }
    const [place = '', question = ''] = line.split(' | ')
    const isPaged = document.endsWith('.pages')
    return {
      question,
      document: titleOf(document),
      page: isPaged ? Number.parseInt(place, 10) : null,
      says: isPaged ? place.replace(/^\d+ /, '') : place,
    }
  })
}

const titleOf = (name: string): string => name.replace(/\.pages$/, '.pdf')
