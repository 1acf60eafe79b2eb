import { RegistryUnavailableError, type LicenseRegistry } from './license-registry.ts'
import { createNppes } from './nppes.ts'
import { createSandboxRegistry } from './sandbox.ts'

/** The registry that LICENSE_REGISTRY configures: `sandbox`, `none`, or the address of a service. */
export const createLicenseRegistry = (name: string, userAgent: string): LicenseRegistry => {
  if (name === 'sandbox') return createSandboxRegistry()
  if (name === 'none')
    return {
      name,
      // A check that began under another configuration ends without an answer.
      find: () => Promise.reject(new RegistryUnavailableError('LICENSE_REGISTRY is none')),
    }
  return createNppes({ url: name, userAgent })
}
