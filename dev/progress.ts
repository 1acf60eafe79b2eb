/** Progress lines: aligned and coloured on a terminal, plain elsewhere. */
import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

export interface Progress {
  /** Runs the work. Its line shows how long it took and what `detail` returns for the result. */
  step: <T>(name: string, work: () => Promise<T>, detail?: (result: T) => string) => Promise<T>
  /** Reports what a slow step is doing. */
  note: (line: string) => void
  line: (text?: string) => void
}

export function createProgress(out: NodeJS.WriteStream): Progress {
  const live = out.isTTY
  const running = new Set<string>()
  const clear = live ? '\r\x1b[K' : ''
  const write = (text: string) => out.write(`${clear}${text}\n${live ? status(running) : ''}`)
  const done = (mark: string, style: Style, name: string, since: number, detail: string) => {
    const time = elapsed(Date.now() - since).padStart(8)
    write(`  ${paint(out, style, mark)} ${name.padEnd(16)}${paint(out, 'dim', time)}  ${detail}`)
  }
  return {
    async step(name, work, detail) {
      const since = Date.now()
      running.add(name)
      if (live) out.write(`${clear}${status(running)}`)
      try {
        const result = await work()
        running.delete(name)
        done('✓', 'green', name, since, detail?.(result) ?? '')
        return result
      } catch (error) {
        running.delete(name)
        done('✗', 'red', name, since, '')
        throw error
      }
    },
    note: (line) => write(`    ${paint(out, 'dim', line)}`),
    line: (text = '') => write(text),
  }
}

export function paint(out: NodeJS.WriteStream, style: Style, text: string): string {
  return out.isTTY ? styleText(style, text, { stream: out }) : text
}

export function elapsed(ms: number): string {
  return ms < 10_000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
}

function status(running: ReadonlySet<string>): string {
  return running.size === 0 ? '' : `  … ${[...running].join(', ')}`
}
