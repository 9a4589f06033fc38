// Slash commands as in Discord: a user selects a command, fills in its options with the bot's suggestions, and gets an
// answer.
const POLL_MS = 50;
const DEBOUNCE_MS = 150;

/**
 * @param users the users who can run commands
 * @param page functions of the page: node, control, note, here() with guildId and channelId, channels(), show(node) and
 *   messageBody
 */
export function slashCommands(form, users, page) {
	const { node, control, note } = page;
	const { as, locale, command, options } = {
		as: form.elements.as,
		locale: form.elements.locale,
		command: form.elements.command,
		options: form.querySelector('.options'),
	};
	let commands = [];
	as.append(...users.map(({ name, about }) => node('option', { value: name }, `${name} · ${about}`)));

	async function answered(view) {
		let seen = view;
		while (seen.state === 'waiting' || seen.state === 'thinking') {
			await new Promise((resolve) => setTimeout(resolve, POLL_MS));
			seen = await control('GET', `/discord/interactions/${view.id}`);
		}
		return seen;
	}

	/** Names and descriptions as Discord shows them in the chosen language. */
	const nameOf = (one) => one.name_localizations?.[locale.value] ?? one.name;
	const descriptionOf = (one) => one.description_localizations?.[locale.value] ?? one.description;

	/** Loads the commands again, because the bot may have registered them after the page was opened. */
	async function load() {
		({ commands } = await control('GET', '/discord/commands'));
		const chosen = command.value;
		command.replaceChildren(
			...commands.map((one) => node('option', { value: one.name }, `/${nameOf(one)} · ${descriptionOf(one)}`)),
		);
		if (commands.some(({ name }) => name === chosen)) command.value = chosen;
		renderOptions();
	}

	function optionValues() {
		const filled = [...options.querySelectorAll('input, select')].filter(({ value }) => value);
		return Object.fromEntries(filled.map(({ name, value }) => [name, value]));
	}

	function where() {
		return { as: as.value, locale: locale.value, ...page.here(), name: command.value };
	}

	function renderOptions() {
		const own = commands.find(({ name }) => name === command.value)?.options ?? [];
		options.replaceChildren(...own.map((option) => (option.type === 7 ? channelField(option) : textField(option))));
	}

	function channelField(option) {
		const { name } = option;
		const channels = page.channels().map((channel) => node('option', { value: channel.id }, `#${channel.name}`));
		return node(
			'label',
			{},
			nameOf(option),
			node('select', { name }, node('option', { value: '' }, 'this channel'), ...channels),
		);
	}

	function textField(option) {
		const { name, required } = option;
		const list = node('datalist', { id: `suggested-${name}` });
		const input = node('input', {
			name,
			required: required === true,
			placeholder: descriptionOf(option),
			autocomplete: 'off',
		});
		input.setAttribute('list', list.id);
		let timer;
		const ask = async () => {
			try {
				const run = { ...where(), options: optionValues(), focused: name };
				const { choices } = await answered(await control('POST', '/discord/commands', run));
				const found = (choices ?? []).map((choice) => node('option', { value: choice.value }, choice.name));
				list.replaceChildren(...found);
			} catch (error) {
				note(`No suggestions: ${error.message}`);
			}
		};
		const suggest = () => {
			clearTimeout(timer);
			timer = setTimeout(() => void ask(), DEBOUNCE_MS);
		};
		input.addEventListener('input', suggest);
		input.addEventListener('focus', suggest);
		return node('label', {}, nameOf(option), input, list);
	}

	/** Shows the bot's answer as the user who ran the command sees it, with working buttons. */
	function answerNode(view, item) {
		const { message } = view;
		const body = message
			? [
					...page.messageBody(message),
					...message.components.map((row) =>
						node(
							'div',
							{ className: 'buttons' },
							...row.components.map((one) =>
								one.type === 2 ? buttonNode(view, one, item) : menuNode(view, one, item),
							),
						),
					),
				]
			: [node('div', { className: 'description' }, 'The application did not respond')];
		const only = !message || message.ephemeral ? ` · only visible to ${view.user}` : '';
		item.replaceChildren(
			node('div', { className: 'avatar', ariaHidden: 'true' }, 'D'),
			node(
				'div',
				{},
				node(
					'div',
					{ className: 'who' },
					'Dropwire',
					node('span', { className: 'app' }, 'APP'),
					node('small', {}, only),
				),
				...body,
			),
		);
	}

	/** Sends a click, a choice or a form, and shows the answer: a changed message, or a form. */
	async function send(path, body, item) {
		try {
			const after = await answered(await control('POST', path, body));
			answerNode(after, item);
			if (after.modal) item.append(modalNode(after, item));
		} catch (error) {
			note(`Failed: ${error.message}`);
		}
	}

	function buttonNode(view, { custom_id: customId, label, disabled }, item) {
		const press = () => void send('/discord/clicks', { interactionId: view.id, customId }, item);
		return node('button', { type: 'button', disabled, onclick: press }, label);
	}

	/** A select menu. Roles are typed as ids, since the page does not know them. */
	function menuNode(view, { custom_id: customId, placeholder, options: entries, default_values: roles = [] }, item) {
		const choose = (values) => void send('/discord/clicks', { interactionId: view.id, customId, values }, item);
		if (!entries) {
			const value = roles.map(({ id }) => id).join(' ');
			const ids = (event) => choose(event.target.value.split(/\s+/).filter(Boolean));
			return node('label', {}, placeholder, node('input', { value, placeholder: 'ids of roles', onchange: ids }));
		}
		const menu = node(
			'select',
			{ multiple: true, onchange: () => choose([...menu.selectedOptions].map(({ value }) => value)) },
			...entries.map((entry) => node('option', { value: entry.value, selected: entry.default === true }, entry.label)),
		);
		return node('label', {}, placeholder, menu);
	}

	function modalNode({ id, modal }, item) {
		const inputs = modal.components.flatMap((row) => row.components);
		const fields = inputs.map(({ custom_id: name, label, value, placeholder, style }) =>
			node('label', {}, label, node(style === 2 ? 'textarea' : 'input', { name, value: value ?? '', placeholder })),
		);
		const submit = (event) => {
			event.preventDefault();
			const values = Object.fromEntries(new FormData(event.target));
			void send('/discord/forms', { interactionId: id, values }, item);
		};
		return node('form', { onsubmit: submit }, node('b', {}, modal.title), ...fields, node('button', {}, 'Submit'));
	}

	command.addEventListener('change', renderOptions);
	locale.addEventListener('change', () => void load());
	form.addEventListener('focusin', (event) => {
		if (event.target === command) void load();
	});
	form.addEventListener('submit', async (event) => {
		event.preventDefault();
		const item = node('li', { className: 'message ephemeral' });
		try {
			const begun = await control('POST', '/discord/commands', { ...where(), options: optionValues() });
			page.show(item);
			item.textContent = 'Dropwire is thinking …';
			answerNode(await answered(begun), item);
			page.show(item);
			note('');
		} catch (error) {
			item.remove();
			note(`Failed: ${error.message}`);
		}
	});
	void load();
	return { channelChanged: renderOptions };
}
