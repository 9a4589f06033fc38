import { findSize } from '@dropwire/domain';

/**
 * Runs on a shop's product page that was opened by a link with a size (`…#dropwire-size=10`): selects that size and
 * presses the shop's add-to-cart button, once. It needs no permissions, and stores and sends no data.
 *
 * A content script is one plain file; the build adds what is imported. The selectors come from nike.com's pages of 2024 to 2026: sizes
 * are labels of radio buttons, and the button has a test id or, earlier, a class.
 */
{
	const SIZES =
		'[data-testid^="pdp-grid-selector-item"] label, #size-selector label, fieldset label[for^="skuAndSize"]';
	const BUTTON = '[data-testid="atb-button"], button.add-to-cart-btn, button[aria-label="Add to Bag"]';
	/** How long to wait for the page's first sizes, ms. */
	const FIRST_MS = 15_000;
	/** How long to wait for the other sizes after the first, ms. */
	const REST_MS = 1500;
	const NOTE_MS = 8000;

	const labelOf = (labels: readonly HTMLLabelElement[], wanted: string): HTMLLabelElement | undefined =>
		labels[
			findSize(
				wanted,
				labels.map(({ textContent }) => textContent),
			)
		];

	const until = <T>(find: () => T | undefined, timeout = FIRST_MS): Promise<T | undefined> =>
		new Promise((resolve) => {
			const found = find();
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
				const now = find();
				if (now !== undefined) done(now);
			});
			observer.observe(document, { childList: true, subtree: true, attributes: true });
			const timer = setTimeout(() => done(find()), timeout);
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

	const isSoldOut = (label: HTMLLabelElement): boolean => {
		const input = label.control ?? label.parentElement?.querySelector('input');
		return input instanceof HTMLInputElement && input.disabled;
	};

	const add = async (size: string): Promise<void> => {
		const labels = () => [...document.querySelectorAll<HTMLLabelElement>(SIZES)];
		await until(() => labels()[0]);
		const label = await until(() => labelOf(labels(), size), REST_MS);
		if (!label) {
			note(labels().length > 0 ? `this page has no size ${size}.` : 'no sizes were found on this page.');
			return;
		}
		if (isSoldOut(label)) {
			note(`size ${size} is sold out.`);
			return;
		}
		label.click();
		const button = await until(() => {
			const found = document.querySelector<HTMLButtonElement>(BUTTON);
			return found && !found.disabled ? found : undefined;
		});
		if (!button) {
			note(`size ${size} is selected, but the add-to-cart button did not become available.`);
			return;
		}
		button.click();
		note(`selected size ${size} and pressed “${button.textContent.trim()}”.`);
	};

	const wanted = new URLSearchParams(location.hash.slice(1)).get('dropwire-size')?.slice(0, 20);
	if (wanted) {
		// Removed first, so that a reload does not add the size again.
		history.replaceState(history.state, '', location.pathname + location.search);
		void add(wanted);
	}
}
