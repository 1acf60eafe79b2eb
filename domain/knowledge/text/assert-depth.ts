import { Parser } from 'htmlparser2'
import { UnreadableDocument } from './block.ts'

/** Maximum depth. Browsers stop at 512; parsers take quadratic time, and some recurse for each level. */
const DEEPEST = 1_000

/** @throws UnreadableDocument `nested_too_deeply` */
export const assertDepth = (depth: number): void => {
  if (depth > DEEPEST)
    throw new UnreadableDocument(
      'nested_too_deeply',
      `Elements of the file are nested more than ${DEEPEST} levels deep. Save it as text, and upload that file.`,
    )
}

/** Checks the depth of XML before it reaches a parser without a limit. */
export const assertXmlDepth = (xml: string): void => {
  let depth = 0
  const parser = new Parser(
    {
      onopentagname: () => assertDepth((depth += 1)),
      onclosetag: () => void (depth -= 1),
    },
    { xmlMode: true },
  )
  parser.end(xml)
}

/** Checks block quotes and lists in Markdown, whose depth the prefix of a line shows. */
export const assertMarkdownDepth = (markdown: string): void => {
  for (const [marks] of markdown.matchAll(
    /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/gm,
  ))
    assertDepth(marks.match(/[>*+.)-]/g)?.length ?? 0)
}
