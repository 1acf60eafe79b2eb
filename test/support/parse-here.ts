import type { RunParser } from '../../providers/parsing/index.ts'

/** Parses in this thread, for our own small files: a separate thread loads the parser each time. */
export const parseHere: RunParser = async ({ module, answer }, input) => {
  const { parse } = (await import(module.href)) as { parse: (input: unknown) => unknown }
  const text = JSON.stringify(await parse(input))
  return { ok: true, answer: answer.parse(JSON.parse(text)) }
}
