export { ProviderUnavailableError } from './provider-unavailable-error.ts'
export {
  AnswerRefusedError,
  authorizationUrl,
  endSessionUrl,
  redeemAnswer,
  verifyLogoutToken,
  type Assurance,
  type ProviderClient,
  type SignInSecrets,
  type Surroundings,
} from './identity-provider.ts'
