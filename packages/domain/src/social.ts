/** Categories of social posting: Nike's footwear, and everything else. */
export const SOCIAL_CATEGORIES = ['shoe', 'other'] as const;
export type SocialCategory = (typeof SOCIAL_CATEGORIES)[number];

/** The change that makes a keyword post (contract: "Small print"). */
export const SOCIAL_CHANGES = ['state', 'price', 'restock'] as const;
export type SocialChange = (typeof SOCIAL_CHANGES)[number];

/** `kept`: composed while X was not connected; never sent. */
export const SOCIAL_STATUSES = ['kept', 'pending', 'posted', 'failed', 'expired'] as const;
export type SocialStatus = (typeof SOCIAL_STATUSES)[number];

/** The length limit of a post, as X counts it. */
export const POST_LENGTH = 280;
/** The longest cooldown of a keyword, seconds. */
export const COOLDOWN_MOST = 86_400;
