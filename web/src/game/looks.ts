// The looks of boards; their colours stand in app.css.
export const looks = ['classic', 'wood', 'green', 'slate'] as const;
