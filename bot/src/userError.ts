import { type Translate, translateTo } from './texts/translate.ts';

/**
 * A command cannot run for a reason that the user can act on; the text says what to do. Nothing was changed. The message,
 * for the log, is in English.
 */
export class UserError extends Error {
	override name = 'UserError';
	/** The text in the user's language. */
	readonly text: (t: Translate) => string;

	constructor(text: (t: Translate) => string) {
		super(text(translateTo('en')));
		this.text = text;
	}
}
