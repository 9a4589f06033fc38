let pressed = false;

/** Notes Ctrl+K or ⌘K in the console before the palette's code is there. */
function note(event: KeyboardEvent): void {
	if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
	if (!location.pathname.startsWith('/dashboard/settings')) return;
	event.preventDefault();
	pressed = true;
}
addEventListener('keydown', note);

/** Whether the palette's keys were pressed before this call; from then on, the palette listens itself. */
export function takeEarlyPress(): boolean {
	removeEventListener('keydown', note);
	const was = pressed;
	pressed = false;
	return was;
}
