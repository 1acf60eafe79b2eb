/** Tools for the snippets of docs/webhooks.md, kept outside the tree and installed once per machine. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { withLock } from '../../../dev/lock.ts'
import { cacheDir } from '../../../dev/paths.ts'
import { onPath } from '../../../dev/on-path.ts'

const run = promisify(execFile)
const INSTALL_MS = 180_000

const PYTHON_LIBRARIES = ['cryptography==50.0.2', 'standardwebhooks==1.1.0', 'stripe==16.1.0']
const JAVA_LIBRARIES = [
  ['com.stripe', 'stripe-java', '28.2.0'],
  ['com.standardwebhooks', 'standardwebhooks', '1.1.0'],
] as const

export interface Toolchain {
  command: string
  /** Whether the libraries of some snippets are available. */
  libraries: boolean
}

/** Python with the libraries; without them if pip cannot install them; undefined without Python. */
export const findPython = async (): Promise<Toolchain | undefined> => {
  const system = onPath('python3')
  if (!system) return undefined
  const dir = cacheDir('webhook-guide-python-1')
  const command = path.join(dir, 'bin', 'python')
  const complete = path.join(dir, 'complete')
  const libraries = await withLock(cacheDir('locks', 'webhook-guide-python'), async () => {
    if (existsSync(complete)) return true
    rmSync(dir, { recursive: true, force: true })
    try {
      await run(system, ['-m', 'venv', dir], { timeout: INSTALL_MS })
      const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check']
      await run(command, [...pip, ...PYTHON_LIBRARIES], { timeout: INSTALL_MS })
      writeFileSync(complete, '')
      return true
    } catch {
      return false
    }
  })
  return { command: libraries ? command : system, libraries }
}

export interface Java extends Toolchain {
  compiler: string
  /** Paths of the libraries; empty without them. */
  classPath: string
}

/** A JDK with the libraries; without them if Maven cannot install them; undefined without a JDK. */
export const findJava = async (): Promise<Java | undefined> => {
  const [command, compiler, maven] = [onPath('java'), onPath('javac'), onPath('mvn')]
  if (!command || !compiler) return undefined
  const dir = cacheDir('webhook-guide-java-1')
  const libraries = await withLock(cacheDir('locks', 'webhook-guide-java'), async () => {
    if (existsSync(dir)) return true
    if (!maven) return false
    const fresh = `${dir}.new`
    rmSync(fresh, { recursive: true, force: true })
    mkdirSync(fresh, { recursive: true })
    writeFileSync(path.join(fresh, 'pom.xml'), POM)
    const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', '-DoutputDirectory=lib']
    try {
      await run(maven, ['-q', '-B', ...goal], { cwd: fresh, timeout: INSTALL_MS })
      renameSync(fresh, dir)
      return true
    } catch {
      return false
    }
  })
  return { command, compiler, libraries, classPath: libraries ? path.join(dir, 'lib', '*') : '' }
}

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId>
  <artifactId>webhook-guide</artifactId>
  <version>1</version>
  <dependencies>${JAVA_LIBRARIES.map(
    ([group, artifact, version]) =>
      `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`,
  ).join('')}</dependencies>
</project>
`
