import type { Command } from 'commander'

/** A command's result: `data` is printed with --json, otherwise `text`. */
export interface Answer {
  data: object
  text: string
  exitCode?: number
}

/** A commander action that prints its result. */
export const answering =
  <Args extends unknown[]>(work: (...args: Args) => Promise<Answer>) =>
  async (...args: [...Args, Command]): Promise<void> => {
    const command = args.at(-1) as Command
    const { data, text, exitCode } = await work(...(args.slice(0, -1) as unknown[] as Args))
    const json = command.optsWithGlobals()['json'] === true
    process.stdout.write(`${json ? JSON.stringify(data) : text}\n`)
    if (exitCode !== undefined) process.exitCode = exitCode
  }

/** A warning that does not stop a command. */
export const warn = (message: string): void => {
  process.stderr.write(`therapy: warning: ${message}\n`)
}

/** Formats names and values, one pair per line. */
export const pairs = (entries: [name: string, value: string][]): string => {
  const width = Math.max(...entries.map(([name]) => name.length))
  return entries.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')
}

/** Formats rows under headings. Returns `none` if there are no rows. */
export const table = (headings: string[], rows: string[][], none: string): string => {
  if (rows.length === 0) return none
  const lines = [headings, ...rows]
  const widths = headings.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** `2026-11-21 09:30Z`. */
export const minute = (instant: Date): string =>
  `${instant.toISOString().slice(0, 16).replace('T', ' ')}Z`
