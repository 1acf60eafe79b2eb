import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import {
  requireTemporalPrograms,
  TEMPORAL_PROGRAMS,
  temporalPrograms,
} from '../../dev/temporal-programs.ts'

const stack: (() => void)[] = []
afterEach(() => {
  vi.unstubAllEnvs()
  for (const undo of stack.splice(0)) undo()
})

/** A machine without Go and with an empty cache, whose only programs are these, each of its version. */
const machine = (installed: Record<string, string>): string => {
  const dir = mkdtempSync(path.join(tmpdir(), 'therapy-programs-'))
  stack.push(() => rmSync(dir, { recursive: true, force: true }))
  const programs = path.join(dir, 'programs')
  mkdirSync(programs)
  for (const [name, version] of Object.entries(installed)) {
    const file = path.join(programs, name)
    writeFileSync(file, `#!/bin/sh\necho "temporal version ${version}"\n`)
    chmodSync(file, 0o755)
  }
  vi.stubEnv('XDG_CACHE_HOME', dir)
  vi.stubEnv('PATH', programs)
  return programs
}
const { server, sqlTool } = TEMPORAL_PROGRAMS

test('installed programs of the version in temporal-compose.yml are used; the UI may be missing', async () => {
  const programs = machine({ [server.name]: server.version, [sqlTool.name]: sqlTool.version })
  expect(await temporalPrograms()).toEqual({
    server: path.join(programs, server.name),
    sqlTool: path.join(programs, sqlTool.name),
    ui: undefined,
  })
})

test.each([[{}], [{ [server.name]: '1.20.0', [sqlTool.name]: sqlTool.version }]])(
  'without Go, the error names what to install: %j',
  async (installed) => {
    machine(installed)
    await expect(requireTemporalPrograms({})).rejects.toThrow(
      /Install Go 1\.25 or later .* temporal-sql-tool 1\.30\.4 on the PATH/,
    )
  },
)
