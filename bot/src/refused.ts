/** A command that cannot be done, in words that say what to do about it. Nothing was changed, unless it has a cause. */
export class Refused extends Error {
	override name = 'Refused';
}
