import { ENCRYPTION_KEYS } from '../workflows/support.ts'
import { temporalAddress, type TestDatabase } from './servers.ts'

/** The environment of an API or worker process on the database of a test. */
export const processEnv = (
  { appUrl, systemUrl }: Pick<TestDatabase, 'appUrl' | 'systemUrl'>,
  filesLocation: string,
) => ({
  ...process.env,
  APP_DATABASE_URL: appUrl,
  SYSTEM_DATABASE_URL: systemUrl,
  ENCRYPTION_KEYS,
  FILES_LOCATION: filesLocation,
  TEMPORAL_ADDRESS: temporalAddress(),
})
