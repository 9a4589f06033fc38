/** The languages of persons, and the texts that the bot and the engine write to them. */
export * from './fillText.ts';
export * from './languages.ts';
export * from './sharedTexts.ts';
export type { ParamsOf, Plural, Translated } from './types.ts';
