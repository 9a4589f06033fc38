/**
 * Runs on a shop's product page that was opened by a link with a chosen size (`…#dropwire-size=10`): selects that size
 * and presses the shop's own add-to-cart button, once. It asks for no permission, keeps nothing and sends nothing.
 *
 * A content script is one plain file without imports. What the shop's page is made of was read from nike.com's pages of
 * 2024 to 2026: sizes are labels of radio buttons, and the button carries a test id or, earlier, a class.
 */
{
	const SIZES =
		'[data-testid^="pdp-grid-selector-item"] label, #size-selector label, fieldset label[for^="skuAndSize"]';
	const BUTTON = '[data-testid="atb-button"], button.add-to-cart-btn, button[aria-label="Add to Bag"]';
	/** A page may take this long to show its sizes, ms. */
	const PATIENCE_MS = 15_000;
	/** And this long to show the rest of them, once the first are there, ms. */
	const REST_MS = 1500;
	const NOTE_MS = 8000;

	const words = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ');
	/** `M 10 / W 11.5` says two sizes, `US 10` one. */
	const bare = (text: string) => words(text).replace(/^[a-z]+ /, '');

	/** The label that says the size: as it stands, as its first part, or without the letters before the number. */
	const labelOf = (labels: readonly HTMLLabelElement[], wanted: string): HTMLLabelElement | undefined => {
		const size = words(wanted);
		const ways = [
			(text: string) => words(text) === size,
			(text: string) => words(text.split('/')[0] ?? '') === size,
			(text: string) => bare(text.split('/')[0] ?? '') === bare(size),
		];
		for (const says of ways) {
			const label = labels.find(({ textContent }) => says(textContent));
			if (label) return label;
		}
		return undefined;
	};

	const until = <T>(look: () => T | undefined, patience = PATIENCE_MS): Promise<T | undefined> =>
		new Promise((resolve) => {
			const found = look();
			if (found !== undefined) {
				resolve(found);
				return;
			}
			const done = (result: T | undefined) => {
				observer.disconnect();
				clearTimeout(timer);
				resolve(result);
			};
			const observer = new MutationObserver(() => {
				const now = look();
				if (now !== undefined) done(now);
			});
			observer.observe(document, { childList: true, subtree: true, attributes: true });
			const timer = setTimeout(() => done(look()), patience);
		});

	const note = (text: string): void => {
		const line = document.createElement('p');
		line.setAttribute('role', 'status');
		line.textContent = `Dropwire: ${text}`;
		line.style.cssText =
			'position:fixed;z-index:2147483647;left:16px;bottom:16px;max-width:calc(100vw - 32px);margin:0;padding:12px 16px;' +
			'border-radius:6px;background:#0b0d10;color:#e8eaee;font:14px/1.4 system-ui,sans-serif';
		document.body.append(line);
		setTimeout(() => line.remove(), NOTE_MS);
	};

	const isOff = (label: HTMLLabelElement): boolean => {
		const input = label.control ?? label.parentElement?.querySelector('input');
		return input instanceof HTMLInputElement && input.disabled;
	};

	const add = async (size: string): Promise<void> => {
		const labels = () => [...document.querySelectorAll<HTMLLabelElement>(SIZES)];
		await until(() => labels()[0]);
		const label = await until(() => labelOf(labels(), size), REST_MS);
		if (!label) {
			note(labels().length > 0 ? `there is no size ${size} on this page.` : 'no sizes came up on this page.');
			return;
		}
		if (isOff(label)) {
			note(`size ${size} is sold out.`);
			return;
		}
		label.click();
		const button = await until(() => {
			const found = document.querySelector<HTMLButtonElement>(BUTTON);
			return found && !found.disabled ? found : undefined;
		});
		if (!button) {
			note(`size ${size} is chosen, but the button to add it did not become ready.`);
			return;
		}
		button.click();
		note(`chose size ${size} and pressed “${button.textContent.trim()}”.`);
	};

	const chosen = new URLSearchParams(location.hash.slice(1)).get('dropwire-size')?.slice(0, 20);
	if (chosen) {
		// Gone before anything is pressed: a reload must not add it again.
		history.replaceState(history.state, '', location.pathname + location.search);
		void add(chosen);
	}
}
