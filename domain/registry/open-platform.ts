import {
  openPlatform as open,
  type OpenPlatform,
  type PlatformOptions,
} from '#platform/core/context/platform.ts'
import { registry } from './index.ts'

/** What a process opens once, with everything that the contexts declare. */
export const openPlatform = (options: Omit<PlatformOptions, 'registry'>): OpenPlatform =>
  open({ ...options, registry })
