/** Categories of social posting: what Nike calls footwear, and all else. */
export const SOCIAL_CATEGORIES = ['shoe', 'other'] as const;
export type SocialCategory = (typeof SOCIAL_CATEGORIES)[number];

/** What has to have changed for a keyword to lead to a post (contract: "Small print"). */
export const SOCIAL_CHANGES = ['state', 'price', 'restock'] as const;
export type SocialChange = (typeof SOCIAL_CHANGES)[number];

/** `kept` was composed while X was not connected, and is never sent. */
export const SOCIAL_STATUSES = ['kept', 'pending', 'posted', 'failed', 'expired'] as const;
export type SocialStatus = (typeof SOCIAL_STATUSES)[number];

/** X's limit of a post, by its own counting. */
export const POST_LENGTH = 280;
/** The longest cooldown of a keyword, seconds. */
export const COOLDOWN_MOST = 86_400;
