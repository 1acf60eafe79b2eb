import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'
import { z } from 'zod'

import { root } from '../../dev/paths.ts'
import { runGuides } from './run-guides.ts'
import { runQuickstart } from './run-quickstart.ts'
import { startUps, stop } from './start-up.ts'

const { dataDir, up } = startUps()

/** The variables set by the command for a second terminal. */
const VARIABLES = z.object({
  API: z.url(),
  CLIENT_ID: z.string().startsWith('key_'),
  CLIENT_SECRET: z.string().startsWith('sk_'),
  MAIL: z.url(),
  TEMPORAL_UI: z.url(),
})

test(
  'the demo fits one screen, and the quickstart and guides run with it',
  { timeout: 420_000 },
  async () => {
    const it = up()
    const printed: string[] = []
    for await (const line of it.lines) {
      if (printed.length > 0 || line.startsWith('Ready in')) printed.push(line)
      if (line.includes('Ctrl-C')) break
    }
    const text = printed.join('\n')
    expect(printed.length, text).toBeLessThanOrEqual(32)
    expect(text).toContain('signature verified by the receiver')
    expect(text).toMatch(/^Its e-mail: Booked: /m)
    expect(text).toMatch(
      /^Asked of its documents: .*\n {2}You can cancel .* 24 hours .* \(cancellations\.md\)$/m,
    )
    expect(text).toMatch(/\d+\.\d\d USD/)
    expect(text).not.toMatch(/null|localhost/)
    // The command it prints for pasting works.
    const [, command = ''] = /^Book the next one\n([^]*)\nLogs: /m.exec(text) ?? []
    const { stdout } = await promisify(execFile)('sh', ['-c', command])
    expect(stdout).toMatch(/^HTTP\/1\.1 201 /m)
    const [, operator = ''] = /payloads: bin\/therapy (.*), then/.exec(text) ?? []
    const therapy = path.join(root, 'bin', 'therapy')
    const shown = await promisify(execFile)(therapy, ['--data', dataDir, ...operator.split(' ')])
    expect(shown.stdout).toMatch(/^token +ey/m)

    const exported = printed.find((line) => line.startsWith('export ')) ?? ''
    const variables = VARIABLES.parse(
      Object.fromEntries(exported.split(' ').map((it) => it.split('='))),
    )
    const quickstart = await runQuickstart(variables)
    expect(quickstart.receiver).toMatch(
      /^verified booking\.created (apt_\w+)\nverified booking\.cancelled \1\n$/,
    )
    expect(quickstart.missing).toEqual([])
    // In local daytime, because the demo providers have working hours.
    const whole =
      /^CONFIRMED (apt_\w+) .*T(?:09|1[0-7]):.*\nverified booking\.created \1\ninvitation .*\nreminder-48h .* SCHEDULED\n/
    expect(quickstart.node).toMatch(whole)
    expect(quickstart.python ?? quickstart.node).toMatch(whole)
    const missing = await runGuides({ ...variables, dataDir })
    expect(missing).toEqual([])
    expect(await stop(it, 'SIGTERM')).toBe(0)
  },
)
