import { accountTools } from './accounts.ts'
import { operationTools } from './anyOperation.ts'
import { assetTools } from './assets.ts'
import { changeTools } from './changes.ts'
import { pageTools } from './pages.ts'
import { versionTools } from './versions.ts'
import { visitTools } from './visits.ts'

/** All tools, in the order in which clients list them. */
export const tools = [
  ...pageTools,
  ...changeTools,
  ...versionTools,
  ...accountTools,
  ...visitTools,
  ...assetTools,
  ...operationTools,
]
