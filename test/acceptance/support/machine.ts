/** The machine of a person who uses the command line: `bin/therapy` with its own keys. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../../../dev/paths.ts'
import { therapy } from '../../cli/therapy.ts'
import type { Answer } from './centre.ts'
import type { Site } from './site.ts'

export const aMachine = ({ api }: Site) => {
  const home = mkdtempSync(path.join(tmpdir(), 'therapy-machine-'))
  const env = { XDG_CONFIG_HOME: home }
  let ended: Promise<unknown[]> | undefined
  return {
    /** Starts `therapy login` and returns the page to open. */
    login: async (): Promise<string> => {
      const child = spawn(
        process.execPath,
        [path.join(root, 'cli/main.ts'), 'login', '--url', api, '--name', 'a story'],
        { env: { PATH: process.env['PATH'], ...env }, stdio: ['ignore', 'ignore', 'pipe'] },
      )
      ended = once(child, 'exit')
      let said = ''
      for await (const part of child.stderr) {
        said += String(part)
        const [, page] = /(http:\/\/\S+)\n/.exec(said) ?? []
        if (page) return page
      }
      throw new Error(`therapy login named no page: ${said}`)
    },
    /** Waits until the login is complete. */
    loggedIn: async (): Promise<void> => {
      const [code] = (await ended) as [number | null]
      if (code !== 0) throw new Error(`therapy login ended with ${code}`)
    },
    therapy: async (...args: string[]): Promise<Answer> => {
      const { code, stdout, stderr } = await therapy(env, '--json', ...args)
      if (code !== 0) throw new Error(`therapy ${args.join(' ')} ended with ${code}: ${stderr}`)
      return JSON.parse(stdout) as Answer
    },
    [Symbol.asyncDispose]: async () => {
      await ended
      rmSync(home, { recursive: true, force: true })
    },
  }
}
