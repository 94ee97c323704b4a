return ['orm' => []];
