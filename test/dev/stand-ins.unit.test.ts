import { expect, test } from 'vitest'

import { readConfig as readApiConfig } from '../../api/config.ts'
import { readConfig as readWorkerConfig } from '../../worker/config.ts'

const ENVIRONMENT = {
  APP_DATABASE_URL: 'postgresql://app@localhost/therapy',
  SYSTEM_DATABASE_URL: 'postgresql://system@localhost/therapy',
  ENCRYPTION_KEYS: 'k1:secret',
  FILES_LOCATION: '/files',
}
const PRODUCTION = { ...ENVIRONMENT, NODE_ENV: 'production' }
const CLAMD = { MALWARE_SCANNER: 'tcp://clamd.internal:3310' }

test('development runs with the stand-ins', () => {
  expect(readApiConfig(ENVIRONMENT)).toMatchObject({ scanner: 'eicar', paymentGateway: 'sandbox' })
  expect(readWorkerConfig(ENVIRONMENT)).toMatchObject({ paymentGateway: 'sandbox' })
})

test('production refuses each stand-in by name', () => {
  expect(() => readApiConfig(PRODUCTION)).toThrow(
    /PAYMENT_GATEWAY: .*\n.*LICENSE_REGISTRY: .*\n.*MALWARE_SCANNER: /,
  )
  expect(() => readApiConfig({ ...PRODUCTION, ...CLAMD })).toThrow('PAYMENT_GATEWAY: ')
  expect(() => readApiConfig({ ...PRODUCTION, PAYMENT_GATEWAY: 'none' })).toThrow(
    'MALWARE_SCANNER: ',
  )
  expect(() => readWorkerConfig(PRODUCTION)).toThrow('PAYMENT_GATEWAY: ')
  expect(() => readWorkerConfig({ ...PRODUCTION, PAYMENT_GATEWAY: 'none' })).toThrow(
    'LICENSE_REGISTRY: ',
  )
  const other = { ...PRODUCTION, ...CLAMD, ALLOW_IN_PRODUCTION: 'eicar-scanner' }
  expect(() => readApiConfig(other)).toThrow('PAYMENT_GATEWAY: ')
})

test('production accepts real services, no services, and allowed stand-ins', () => {
  const registry = 'https://npiregistry.example'
  const real = {
    ...PRODUCTION,
    ...CLAMD,
    PAYMENT_GATEWAY: 'none',
    LICENSE_REGISTRY: registry,
  }
  expect(readApiConfig(real)).toMatchObject({ scanner: CLAMD.MALWARE_SCANNER })
  expect(readWorkerConfig(real)).toMatchObject({
    paymentGateway: 'none',
    licenseRegistry: registry,
  })
  const allowed = {
    ...PRODUCTION,
    ALLOW_IN_PRODUCTION: 'sandbox-gateway, sandbox-registry, eicar-scanner',
  }
  expect(readApiConfig(allowed)).toMatchObject({ scanner: 'eicar', paymentGateway: 'sandbox' })
  expect(readWorkerConfig(allowed)).toMatchObject({ paymentGateway: 'sandbox' })
})

test.each([
  [{ MALWARE_SCANNER: 'http://clamd' }, 'must be eicar, tcp://host:port or unix:///path'],
  [{ MALWARE_SCANNER: '' }, 'MALWARE_SCANNER'],
  [{ PAYMENT_GATEWAY: 'stripe' }, 'PAYMENT_GATEWAY'],
  [{ LICENSE_REGISTRY: 'http://npiregistry.example' }, 'LICENSE_REGISTRY'],
  [{ ALLOW_IN_PRODUCTION: 'everything' }, 'ALLOW_IN_PRODUCTION'],
])('%j is refused', (wrong, message) => {
  expect(() => readApiConfig({ ...ENVIRONMENT, ...wrong })).toThrow(message)
})
