import {
  openPlatform as open,
  type OpenPlatform,
  type PlatformOptions,
} from '#platform/core/context/platform.ts'
import { registry } from './index.ts'

/** Opens the platform of a process, with all declarations of the contexts. */
export const openPlatform = (options: Omit<PlatformOptions, 'registry'>): OpenPlatform =>
  open({ ...options, registry })
