/** The time-skipping test server: downloaded by the SDK, or made of jars that Maven fetches. */
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

import { messageOf } from './errors.ts'
import { withLock } from './lock.ts'
import { cacheDir } from './paths.ts'
import { sdkDownload } from './sdk-download.ts'
import { onPath } from './temporal-cli.ts'

const VERSION = '1.38.0'

/**
 * The program to give to `TestWorkflowEnvironment.createTimeSkipping({ server: { executable:
 * { type: 'existing-path', path } } })`; undefined when it can be had in neither way.
 */
export async function timeSkippingServerPath(
  log: (line: string) => void = () => {},
): Promise<string | undefined> {
  const dir = cacheDir(`time-skipping-${VERSION}`)
  const launcher = path.join(dir, 'test-server')
  if (existsSync(launcher)) return launcher
  return withLock(cacheDir('locks', 'time-skipping'), async () => {
    if (existsSync(launcher)) return launcher
    const downloads = cacheDir('time-skipping-sdk')
    const downloaded = await sdkDownload('time-skipping', downloads, { timeoutMs: 60_000 })
    return downloaded ?? (await fromMaven(dir, launcher, log))
  })
}

async function fromMaven(
  dir: string,
  launcher: string,
  log: (line: string) => void,
): Promise<string | undefined> {
  const [maven, java] = [onPath('mvn'), onPath('java')]
  if (!maven || !java) return undefined
  log('fetching the time-skipping test server with Maven (38 MB, once)')
  const fresh = `${dir}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true })
  writeFileSync(path.join(fresh, 'pom.xml'), POM)
  const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', '-DoutputDirectory=lib']
  try {
    await promisify(execFile)(maven, ['-q', '-B', ...goal], { cwd: fresh, timeout: 180_000 })
  } catch (error) {
    log(`Maven could not fetch it: ${messageOf(error).split('\n')[1] ?? 'timed out'}`)
    return undefined
  }
  const script = path.join(fresh, path.basename(launcher))
  writeFileSync(script, SCRIPT)
  chmodSync(script, 0o755)
  renameSync(fresh, dir)
  return launcher
}

const SCRIPT = `#!/bin/sh
exec java -cp "$(dirname -- "$0")/lib/*" io.temporal.testserver.TestServer "$@"
`

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId>
  <artifactId>time-skipping-server</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>io.temporal</groupId>
      <artifactId>temporal-test-server</artifactId>
      <version>${VERSION}</version>
    </dependency>
  </dependencies>
</project>
`
