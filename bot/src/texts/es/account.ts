export const account = {
	'account.title': 'Tu cuenta',
	'account.noAccess': 'No tienes acceso al panel. Puedes seguir productos.',
	'account.access': 'Acceso: {plan}, sin fecha de fin',
	'account.until': 'Acceso: {plan}, hasta el {until}',
	'account.client': 'cliente',
	'account.operator': 'operador',
	'account.stored': '**Guardado sobre ti**',
	'account.none': 'No hay nada guardado sobre ti.',
	'account.group.account': 'Cuenta e inicios de sesión',
	'account.group.watches': 'Seguimientos y avisos',
	'account.group.requests': 'Solicitudes',
	'account.group.access': 'Acceso y servidores',
	'account.group.work': 'Trabajo compartido',
	'account.group.log': 'Registro de cambios',
	'account.kept':
		'Si borras tus datos, el trabajo compartido y el registro se conservan: otros los usan y los abusos deben poder investigarse.',
	'account.browser': 'Borrar tus datos termina tu acceso. Hazlo en la página de la cuenta en un navegador.',
	'account.file': 'El archivo contiene todo lo guardado sobre ti, en JSON.',
	'account.tooLarge': 'El archivo supera el límite de Discord. Descárgalo en la página de la cuenta en un navegador.',
	'account.sure':
		'Esto borra de inmediato tus seguimientos, avisos, solicitudes e inicios de sesión. No se puede deshacer.',
	'account.deleted':
		'Tus datos se han borrado. Los mensajes que el bot te envió siguen en Discord hasta que los borres.',
	'button.export': 'Exportar',
	'button.deleteData': 'Borrar mis datos',
	'button.deleteAll': 'Borrar todo',
	'button.cancel': 'Cancelar',
} as const;
