import { expect, test } from 'vitest'
import { deploymentOptions } from '../../worker/deployment-options.ts'
import { readConfig } from '../../worker/config.ts'

const ENVIRONMENT = {
  APP_DATABASE_URL: 'postgresql://app@127.0.0.1/therapy',
  SYSTEM_DATABASE_URL: 'postgresql://system@127.0.0.1/therapy',
  ENCRYPTION_KEYS: 'k1:x',
  FILES_LOCATION: '/files',
}
const bundle = { codePath: '/cache/bundles/0123456789abcdef0123456789abcdef.js' }
const deploymentOf = (more: object) => readConfig({ ...ENVIRONMENT, ...more }).deployment

test('workers have no version unless WORKER_DEPLOYMENT is set', () => {
  expect(deploymentOf({})).toBeUndefined()
  expect(deploymentOf({ WORKER_BUILD_ID: '3.0.0' })).toBeUndefined()
})

test('the version is WORKER_BUILD_ID, or follows from the code of the workflows', () => {
  const named = deploymentOf({ WORKER_DEPLOYMENT: 'therapy-care', WORKER_BUILD_ID: '3.0.0' })
  expect(deploymentOptions(named!, bundle)).toEqual({
    version: { deploymentName: 'therapy-care', buildId: '3.0.0' },
    useWorkerVersioning: true,
    defaultVersioningBehavior: 'AUTO_UPGRADE',
  })
  const unnamed = deploymentOf({ WORKER_DEPLOYMENT: 'therapy-care' })
  expect(deploymentOptions(unnamed!, bundle).version.buildId).toBe('0123456789ab')
})

test('a name that Temporal would refuse is refused at the start', () => {
  expect(() => deploymentOf({ WORKER_DEPLOYMENT: 'therapy.care' })).toThrow('WORKER_DEPLOYMENT')
})
